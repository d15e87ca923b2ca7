import type { DifferenceKind } from './types.ts';

const ELIDED = /^([\s\S]*?)…\[elided \d+ chars sha256:([0-9a-f]+)\]…([\s\S]*)$/;

/** Texts that samples cut at different places are the same where their digests are, and what stands round the cut agrees. */
export function sameText(a: string, b: string): boolean {
  if (a === b) return true;
  const left = ELIDED.exec(a);
  const right = ELIDED.exec(b);
  if (!left || !right || left[2] !== right[2]) return false;
  const [heads, tails] = [
    [left[1] ?? '', right[1] ?? ''],
    [left[3] ?? '', right[3] ?? ''],
  ] as const;
  const agree = (x: string, y: string): boolean => x.startsWith(y) || y.startsWith(x);
  const end = (x: string, y: string): boolean => x.endsWith(y) || y.endsWith(x);
  return agree(heads[0] ?? '', heads[1] ?? '') && end(tails[0] ?? '', tails[1] ?? '');
}

export interface TextDifference {
  readonly kind: Extract<
    DifferenceKind,
    'text-appended' | 'text-prepended' | 'text-wrapped' | 'text-cut' | 'text-differs'
  >;
  /** What is in B and not in A, or the reverse for a cut. */
  readonly before: string;
  readonly after: string;
}

function commonPrefix(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a[at] === b[at]) at += 1;
  return at;
}

function commonSuffix(a: string, b: string, most: number): number {
  let count = 0;
  while (count < most && a[a.length - 1 - count] === b[b.length - 1 - count]) count += 1;
  return count;
}

/** How the text of B differs from that of A; undefined where it does not. */
export function textDifference(a: string, b: string): TextDifference | undefined {
  if (sameText(a, b)) return undefined;
  const at = a === '' ? -1 : b.indexOf(a);
  if (at >= 0) {
    const before = b.slice(0, at);
    const after = b.slice(at + a.length);
    const kind = before === '' ? 'text-appended' : after === '' ? 'text-prepended' : 'text-wrapped';
    return { kind, before, after };
  }
  const prefix = commonPrefix(a, b);
  const suffix = commonSuffix(a, b, Math.min(a.length, b.length) - prefix);
  const cut = prefix + suffix >= Math.min(a.length, b.length) * 0.5 && b.length < a.length;
  return {
    kind: cut ? 'text-cut' : 'text-differs',
    before: a.slice(prefix, a.length - suffix),
    after: b.slice(prefix, b.length - suffix),
  };
}

const LONGEST = 400;

/** The beginning and the end of a text. */
export function excerpt(text: string): string {
  if (text.length <= LONGEST) return text;
  return `${text.slice(0, LONGEST / 2)}… ${text.length - LONGEST} more characters …${text.slice(-LONGEST / 2)}`;
}

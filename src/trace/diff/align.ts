import { digestOf } from '../../core/digest.ts';
import type { JsonValue } from '../../core/json.ts';
import type { SideCall } from './side.ts';
import type { AlignmentRule } from './types.ts';

export interface Aligned {
  readonly a: SideCall | null;
  readonly b: SideCall | null;
  readonly rule: AlignmentRule | null;
}

const bare = (id: string): string => id.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Ids that differ in punctuation, or one of which carries the other at its end behind a separator. */
function similar(a: string, b: string): boolean {
  if (bare(a) === bare(b) && bare(a) !== '') return true;
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  return short.length >= 4 && long.endsWith(short) && /[^A-Za-z0-9]/.test(long.at(-short.length - 1) ?? '');
}

/** Arguments as JSON, however they are written. */
export function argumentsOf(call: SideCall): JsonValue | undefined {
  const args = call.call?.payload.args;
  if (typeof args !== 'string') return args;
  try {
    return JSON.parse(args) as JsonValue;
  } catch {
    return args;
  }
}

function sameCall(a: SideCall, b: SideCall): boolean {
  const [left, right] = [argumentsOf(a), argumentsOf(b)];
  if (left === undefined || right === undefined) return false;
  return a.call?.payload.name === b.call?.payload.name && digestOf(left) === digestOf(right);
}

const RULES: readonly (readonly [AlignmentRule, (a: SideCall, b: SideCall) => boolean])[] = [
  ['same-id', (a, b) => a.id === b.id],
  ['similar-id', (a, b) => similar(a.id, b.id)],
  ['name-and-arguments', sameCall],
  ['order', (a, b) => a.call !== null && a.call.payload.name === b.call?.payload.name],
];

/**
 * Joins the calls of two sides, by the strictest rule that holds: each call once, and none where no rule holds. Time
 * stamps play no part.
 */
export function alignCalls(a: readonly SideCall[], b: readonly SideCall[]): readonly Aligned[] {
  const free = new Set(b);
  const joined = new Map<SideCall, { b: SideCall; rule: AlignmentRule }>();
  for (const [rule, holds] of RULES) {
    for (const left of a) {
      if (joined.has(left)) continue;
      const right = [...free].find((candidate) => holds(left, candidate));
      if (!right) continue;
      free.delete(right);
      joined.set(left, { b: right, rule });
    }
  }
  const rows: Aligned[] = a.map((left) => {
    const found = joined.get(left);
    return { a: left, b: found?.b ?? null, rule: found?.rule ?? null };
  });
  return [...rows, ...[...free].map((right) => ({ a: null, b: right, rule: null }))];
}

import { HEAD_MARK, LONG_OUTPUT_LINES, longOutput, TAIL_MARK } from '../lab-files.ts';
import type { CellReading, LeftFile } from '../probe.ts';

type Read = Pick<CellReading, 'value' | 'detail'>;

/** Numbered lines of the drawing program that a text shows: first, last and how many. */
function numbered(text: string): { first: number; last: number; lines: number } {
  const numbers = [...text.matchAll(/^.*?\b(\d{6}) abcdef/gm)].map((match) => Number(match[1]));
  return { first: numbers[0] ?? 0, last: numbers.at(-1) ?? 0, lines: new Set(numbers).size };
}

/** Which ends of the long output the model saw. */
export function shownPart(text: string): Read {
  const head = text.includes(HEAD_MARK);
  const tail = text.includes(TAIL_MARK);
  const { first, last, lines } = numbered(text);
  const whole = head && tail && lines === LONG_OUTPUT_LINES;
  const ends = head ? (tail ? 'head and tail' : 'head only') : tail ? 'tail only' : 'neither end';
  return {
    value: whole ? 'whole' : ends,
    detail: { characters: text.length, firstLine: first, lastLine: last, lines },
  };
}

/** Paths in a text, as a harness names the file to which it saved the whole. */
export function pathsIn(text: string): string[] {
  const found = [...text.matchAll(/(?:^|[\s"'`(=<[:])(\/[A-Za-z0-9._\-/]+[A-Za-z0-9])/g)];
  return [...new Set(found.flatMap((match) => match[1] ?? []))];
}

/** Whether a path that the model is told leads to the whole output, by the file itself after the run. */
export function keptWhole(text: string, left: (path: string) => LeftFile): Read {
  const wanted = longOutput().trimEnd();
  const files = pathsIn(text).map((path) => ({ path, file: left(path) }));
  const found = files.flatMap(({ file }) => ('text' in file ? [file.text] : []));
  if (found.length === 0) {
    return { value: files.length === 0 ? 'no path told' : 'path told, no file there' };
  }
  const wholes = found.filter((text) => text.includes(wanted)).length;
  const value =
    wholes === found.length
      ? 'path told, file whole'
      : wholes > 0
        ? 'paths told, one whole'
        : 'path told, file not whole';
  return { value, detail: { files: found.map((text) => text.length) } };
}

const UNITS = 'characters|chars|bytes|lines|tokens';
const OMITTED = [
  new RegExp(`(?:omitted|truncated|more|skipped|elided)[^\\d\\n]{0,40}([\\d,]+) *(?:more )?(${UNITS})`, 'i'),
  new RegExp(
    `([\\d,]+) *(?:more )?(${UNITS}) *(?:were |was )?(?:omitted|truncated|more|skipped|elided|remain)`,
    'i',
  ),
];

interface Amount {
  readonly amount: number;
  readonly unit: string;
}

function toldAmount(text: string): Amount | undefined {
  for (const pattern of OMITTED) {
    const match = pattern.exec(text);
    if (match?.[1] && match[2]) {
      return { amount: Number(match[1].replaceAll(',', '')), unit: match[2].toLowerCase() };
    }
  }
  return undefined;
}

/** Whether the amount that a note says was left out is the amount that was left out, within a twentieth. */
export function noteTruth(text: string): Read {
  const told = toldAmount(text);
  if (!told) return { value: 'no amount told' };
  const { lines } = numbered(text);
  const shown = text.length;
  const total = longOutput().length;
  const missing =
    told.unit === 'lines' ? LONG_OUTPUT_LINES - lines : told.unit === 'tokens' ? undefined : total - shown;
  const detail = { told: told.amount, unit: told.unit, missing: missing ?? null };
  if (missing === undefined) return { value: 'amount in tokens', detail };
  return { value: Math.abs(told.amount - missing) <= missing / 20 ? 'true' : 'false', detail };
}

/** Which lines of the numbered file a read shows. */
export function rowsShown(text: string): { first: number; last: number; rows: number } {
  const rows = [...text.matchAll(/\brow (\d+) /g)].map((match) => Number(match[1]));
  return { first: rows[0] ?? 0, last: rows.at(-1) ?? 0, rows: new Set(rows).size };
}

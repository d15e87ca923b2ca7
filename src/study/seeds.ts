import type { Seed } from '../core/contracts/index.ts';
import { MeasurandError } from '../core/errors.ts';

/** More seeds than this in one list is a slip of the keyboard. */
const MOST_SEEDS = 1_000_000;

function invalid(text: string): MeasurandError {
  return new MeasurandError('invalid-seed', `${JSON.stringify(text)} names no seeds`, {
    field: 'seeds',
    next: 'Write 0-9, or 0,1,2, or both: 0-3,7',
  });
}

function range(part: string, text: string): readonly Seed[] {
  const [, first, last] = /^(\d+)(?:-(\d+))?$/.exec(part.trim()) ?? [];
  if (first === undefined) throw invalid(text);
  const from = Number(first);
  const to = Number(last ?? first);
  const sound = Number.isSafeInteger(from) && Number.isSafeInteger(to) && from <= to;
  if (!sound || to - from >= MOST_SEEDS) throw invalid(text);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Reads `0-9`, `0,1,2` or `0-3,7`. @throws MeasurandError `invalid-seed` */
export function parseSeeds(text: string): readonly Seed[] {
  return text.split(',').flatMap((part) => range(part, text));
}

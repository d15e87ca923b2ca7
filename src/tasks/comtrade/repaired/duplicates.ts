import type { Random } from '../../../core/random.ts';

/** Rows of one answer, and those among its page's own records that were really served. */
export interface CorruptedPage<T> {
  readonly rows: T[];
  readonly kept: readonly T[];
}

/** How many rows to repeat, and from where. */
export interface DuplicateDraw<T> {
  /** Rows repeated from the page itself. */
  readonly within: number;
  /** Rows repeated from the page served before. */
  readonly across: number;
  /** The records of that page; empty when there is none. */
  readonly before: readonly T[];
}

/** A share of rows in whole rows, rounded up; the tolerance keeps 0.05 + 0.03 from turning 1.2 rows of 15 into 2 by error. */
export function wholeRows(rows: number, rate: number): number {
  return Math.ceil(rows * rate - 1e-9);
}

/** Adds the duplicates at drawn positions: the page grows, and no record is lost. */
export function appendDuplicates<T>(
  own: readonly T[],
  { within, across, before }: DuplicateDraw<T>,
  random: Random,
): CorruptedPage<T> {
  const rows = [...own];
  for (let i = 0; i < within; i += 1) rows.splice(random.below(rows.length + 1), 0, random.choice(own));
  for (let i = 0; i < across && before.length > 0; i += 1) {
    rows.splice(random.below(rows.length + 1), 0, random.choice(before));
  }
  return { rows, kept: own };
}

/**
 * Puts the duplicates in the place of records, as the release does, each at a position of its own: every duplicate costs
 * exactly one record, and at least one record stays.
 */
export function overwriteDuplicates<T>(
  own: readonly T[],
  { within, across, before }: DuplicateDraw<T>,
  random: Random,
): CorruptedPage<T> {
  const places = own.map((_, index) => index);
  random.shuffle(places);
  const lost = Math.min(within + (before.length > 0 ? across : 0), own.length - 1);
  const kept = places.slice(lost).map((place) => own[place] as T);
  const rows = [...own];
  for (const [turn, place] of places.slice(0, lost).entries()) {
    rows[place] = random.choice(turn < within ? kept : before);
  }
  return { rows, kept };
}

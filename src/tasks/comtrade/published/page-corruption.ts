import { Random, stableSeed } from '../../../core/random.ts';
import type { ServedRow } from '../records.ts';

/** All records in the order of one request: every request reshuffles everything, by a stream of its own (reference §3). */
export function driftedRows(rows: readonly ServedRow[], taskId: string, request: number): ServedRow[] {
  const drifted = rows.slice();
  new Random(stableSeed(`${taskId}:drift:${request}`)).shuffle(drifted);
  return drifted;
}

export interface DuplicateRates {
  /** Share of the page that rows of the same page overwrite, in [0, 1]. */
  readonly within: number;
  /** Share that rows of the remembered page overwrite. */
  readonly across: number;
}

/**
 * Overwrites rows of a page, in place, with duplicates: the page keeps its length and true records are lost from it.
 * Counts are truncated, so a small page at a small rate gets none. Within the page the j-th row from the front is the
 * source and the place is drawn; from the remembered page source and place are both drawn, in this order.
 *
 * @returns whether any place of the page holds another record than before
 */
export function overwriteDuplicates(
  page: ServedRow[],
  remembered: readonly ServedRow[],
  rates: DuplicateRates,
  seedText: string,
): boolean {
  const within = Math.trunc(page.length * rates.within);
  const across = remembered.length === 0 ? 0 : Math.trunc(page.length * rates.across);
  if (within + across === 0) return false;
  const random = new Random(stableSeed(seedText));
  const before = page.slice();
  for (let j = 0; j < within; j += 1) {
    const place = random.below(page.length);
    page[place] = page[j % page.length] as ServedRow;
  }
  for (let j = 0; j < across; j += 1) {
    const source = random.choice(remembered);
    page[random.below(page.length)] = source;
  }
  return page.some((row, place) => row !== before[place]);
}

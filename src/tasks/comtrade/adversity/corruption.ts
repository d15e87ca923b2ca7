import type { CorruptionKind } from '../../../adversity/perturbation.ts';
import type { Random } from '../../../core/random.ts';
import type { ComtradeRecord } from '../records.ts';
import type { AdversityDuplicates } from './settings.ts';

/** Changes rows in place. @param count rows to corrupt, from 0 to as many as there are */
type Corrupt = (rows: ComtradeRecord[], count: number, random: Random) => void;

/** Copies a drawn row over a drawn position: source first, then position, both among the rows as they stand. */
const overwrite: Corrupt = (rows, count, random) => {
  for (let i = 0; i < count; i += 1) {
    const copy = random.choice(rows);
    rows[random.below(rows.length)] = copy;
  }
};

/** Adds a copy of a drawn row at a drawn position: the page grows and no record is lost. */
const append: Corrupt = (rows, count, random) => {
  for (let i = 0; i < count; i += 1) {
    const copy = random.choice(rows);
    rows.splice(random.below(rows.length + 1), 0, copy);
  }
};

/** Takes drawn rows out and puts each back at a drawn position. */
const reorder: Corrupt = (rows, count, random) => {
  for (let i = 0; i < count; i += 1) {
    const moved = rows.splice(random.below(rows.length), 1);
    rows.splice(random.below(rows.length + 1), 0, ...moved);
  }
};

/** Falsifies the trade value of drawn rows by a drawn amount, which is never nothing; identifiers stay true. */
const noise: Corrupt = (rows, count, random) => {
  for (let i = 0; i < count; i += 1) {
    const place = random.below(rows.length);
    const row = rows[place] as ComtradeRecord;
    rows[place] = { ...row, tradeValue: row.tradeValue + 1 + random.below(1_000_000) };
  }
};

const drop: Corrupt = (rows, count, random) => {
  for (let i = 0; i < count; i += 1) rows.splice(random.below(rows.length), 1);
};

/** Name of each corruption in a ledger. */
export const CORRUPTION_FAULTS: Readonly<Record<CorruptionKind, string>> = {
  duplicate: 'duplicates',
  reorder: 'reorder',
  noise: 'noise',
  drop: 'drop',
};

/** Whole rows in a share of a page, cut as the release cuts: a share of less than one row corrupts none. */
export function corruptedRows(rows: number, rate: number): number {
  return Math.min(rows, Math.trunc(rows * rate));
}

export function corruption(kind: CorruptionKind, duplicates: AdversityDuplicates): Corrupt {
  switch (kind) {
    case 'duplicate':
      return duplicates === 'append' ? append : overwrite;
    case 'reorder':
      return reorder;
    case 'noise':
      return noise;
    case 'drop':
      return drop;
  }
}

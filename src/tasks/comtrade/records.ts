import type { Random } from '../../core/random.ts';
import type { ComtradeDefinition } from './definitions.ts';

/** One trade record, with its fields in the order in which the service serves them. A type alias, so that a row is a `JsonObject`. */
export type ComtradeRecord = {
  readonly year: number;
  readonly reporter: string;
  readonly partner: string;
  readonly flow: string;
  readonly hs: string;
  readonly cmdCode: string;
  /** Integer, 0 to 999,999. */
  readonly tradeValue: number;
  /** Integer, 0 to 49,999. */
  readonly netWeight: number;
  /** Integer, 0 to 9,999. */
  readonly qty: number;
  /** Task id, a hyphen, the index padded to six digits. */
  readonly record_id: string;
};

/** A page's summary row: it is no record, and carries no cmdCode. */
export type TotalsRow = {
  readonly year: number;
  readonly reporter: string;
  readonly partner: 'WLD';
  readonly flow: string;
  readonly hs: 'TOTAL';
  readonly tradeValue: number;
  readonly netWeight: number;
  readonly qty: number;
  /** Task id, `-TOTAL-`, the page padded to four digits. */
  readonly record_id: string;
  readonly isTotal: true;
  readonly is_total: true;
};

export type ServedRow = ComtradeRecord | TotalsRow;

/** The six fields that the task names as the primary key. */
export const PRIMARY_KEY = ['year', 'reporter', 'partner', 'flow', 'hs', 'record_id'] as const;

/** The ten fields of a record, as served. */
export const RECORD_FIELDS = [
  'year',
  'reporter',
  'partner',
  'flow',
  'hs',
  'cmdCode',
  'tradeValue',
  'netWeight',
  'qty',
  'record_id',
] as const;

/** The text whose stable seed generates the release's records: task and query, no seed of ours (reference §1). */
export function releaseSeedText({ id, query }: ComtradeDefinition): string {
  return [id, query.reporter, query.partner, query.flow, query.hs, query.year].join(':');
}

/**
 * The canonical records of a task: three doubles a record, in index order, truncated after scaling.
 *
 * @param random a freshly seeded stream; the release seeds it with `stableSeed(releaseSeedText(definition))`
 */
export function generateRecords(definition: ComtradeDefinition, random: Random): ComtradeRecord[] {
  const { id, query, rows } = definition;
  const records = new Array<ComtradeRecord>(rows);
  for (let index = 0; index < rows; index += 1) {
    records[index] = {
      year: query.year,
      reporter: query.reporter,
      partner: query.partner,
      flow: query.flow,
      hs: query.hs,
      cmdCode: query.hs,
      tradeValue: Math.floor(random.random() * 1_000_000),
      netWeight: Math.floor(random.random() * 50_000),
      qty: Math.floor(random.random() * 10_000),
      record_id: `${id}-${String(index).padStart(6, '0')}`,
    };
  }
  return records;
}

export function isTotalsRow(row: ServedRow): row is TotalsRow {
  return 'isTotal' in row;
}

/** Sums over the rows of one page as served, duplicates included. */
export function totalsRow(
  definition: ComtradeDefinition,
  page: number,
  rows: readonly ServedRow[],
): TotalsRow {
  let tradeValue = 0;
  let netWeight = 0;
  let qty = 0;
  for (const row of rows) {
    tradeValue += row.tradeValue;
    netWeight += row.netWeight;
    qty += row.qty;
  }
  return {
    year: definition.query.year,
    reporter: definition.query.reporter,
    partner: 'WLD',
    flow: definition.query.flow,
    hs: 'TOTAL',
    tradeValue,
    netWeight,
    qty,
    record_id: `${definition.id}-TOTAL-${String(page).padStart(4, '0')}`,
    isTotal: true,
    is_total: true,
  };
}

import type { JsonObject } from '../../core/json.ts';
import { PRIMARY_KEY } from '../../tasks/comtrade/records.ts';
import type { Reading } from './reading.ts';

/** A page's sums: by its marks or, where those are hidden, by its partner, its commodity or its id. */
export function isTotals(row: JsonObject): boolean {
  const marked = row['isTotal'] === true || row['is_total'] === true;
  return (
    marked || row['hs'] === 'TOTAL' || row['partner'] === 'WLD' || /-TOTAL-/.test(String(row['record_id']))
  );
}

/** Every row that was shown, in order. */
export function rowsShown({ fetches }: Reading): readonly JsonObject[] {
  return fetches.flatMap(({ rows }) => rows);
}

export function withoutTotals(rows: readonly JsonObject[]): readonly JsonObject[] {
  return rows.filter((row) => !isTotals(row));
}

/** Each record once, where it was first seen. */
export function withoutDuplicates(rows: readonly JsonObject[]): readonly JsonObject[] {
  const first = new Map<string, JsonObject>();
  for (const row of rows) {
    const key = PRIMARY_KEY.map((field) => String(row[field])).join('|');
    if (!first.has(key)) first.set(key, row);
  }
  return [...first.values()];
}

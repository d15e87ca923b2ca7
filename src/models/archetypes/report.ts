import type { JsonObject } from '../../core/json.ts';
import { PRIMARY_KEY } from '../../tasks/comtrade/records.ts';
import type { Fetch, Reading } from './reading.ts';
import { isTotals, rowsShown } from './rows.ts';

/** Metadata that says what was done, field by field as the task asks for it. */
export function honestMetadata(reading: Reading, rows: readonly JsonObject[]): JsonObject {
  return {
    task_id: reading.info?.['task_id'] ?? null,
    query: reading.info?.['query'] ?? null,
    row_count: rows.length,
    schema: Object.keys(rows[0] ?? rowsShown(reading).find((row) => !isTotals(row)) ?? {}),
    dedup_key: [...PRIMARY_KEY],
    totals_handling: { enabled: true, rows_dropped: rowsShown(reading).filter(isTotals).length },
    request_count: reading.fetches.length,
  };
}

function line({ page, error }: Fetch, index: number): string {
  const request = `request=${index + 1} page=${page}`;
  return error ? `${request}\nretry status=${error.status ?? 'none'}` : request;
}

/** A run log that says what was done, one step a line. */
export function honestLog(reading: Reading, complete: boolean): string {
  const task = `task_id=${String(reading.info?.['task_id'])}`;
  return [task, ...reading.fetches.map(line), `complete=${complete}`].join('\n');
}

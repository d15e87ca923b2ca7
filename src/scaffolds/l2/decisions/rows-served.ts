import type { Submission } from '../../../core/contracts/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { DATA_PART } from '../../../tasks/comtrade/submission.ts';

const ID = /"record_id"\s*:\s*"([^"\\]*)"/g;

/** How often each record id stands in the data that was handed in. */
export function idsHandedIn(submission: Submission | undefined): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [, id] of (submission?.parts[DATA_PART] ?? '').matchAll(ID)) {
    counts.set(id as string, (counts.get(id as string) ?? 0) + 1);
  }
  return counts;
}

/** The rows of a page's answer that carry a record id. */
export function* rowsWithId(value: JsonObject): Iterable<{ readonly id: string; readonly row: JsonObject }> {
  const { rows } = value;
  if (!Array.isArray(rows)) return;
  for (const row of rows as readonly JsonValue[]) {
    if (isJsonObject(row) && typeof row['record_id'] === 'string') yield { id: row['record_id'], row };
  }
}

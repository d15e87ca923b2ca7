import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { PRIMARY_KEY } from '../tasks/comtrade/records.ts';

/** Whether a served row is marked as a page's totals, by either of the two marks that the release writes. */
export function isMarkedTotals(row: JsonObject): boolean {
  return Boolean(row['isTotal']) || Boolean(row['is_total']);
}

/** The six key fields joined with `|`: rows with equal keys are the same record. */
export function primaryKeyOf(row: JsonObject): string {
  return PRIMARY_KEY.map((field) => String(row[field] ?? '')).join('|');
}

/**
 * Rows as the harness holds them: marked totals are dropped and counted; a row whose key is held already takes the
 * place of the earlier one, which keeps its position.
 */
export class HeldRows {
  readonly #byKey = new Map<string, JsonObject>();
  #totalsDropped = 0;
  #duplicatesMerged = 0;

  /** Takes a page's `rows`; anything that is no object is not a row and is passed over. */
  add(rows: JsonValue | undefined): void {
    if (!Array.isArray(rows)) return;
    for (const row of rows as readonly JsonValue[]) if (isJsonObject(row)) this.#take(row);
  }

  #take(row: JsonObject): void {
    if (isMarkedTotals(row)) {
      this.#totalsDropped += 1;
      return;
    }
    const key = primaryKeyOf(row);
    if (this.#byKey.has(key)) this.#duplicatesMerged += 1;
    this.#byKey.set(key, row);
  }

  get size(): number {
    return this.#byKey.size;
  }

  get totalsDropped(): number {
    return this.#totalsDropped;
  }

  get duplicatesMerged(): number {
    return this.#duplicatesMerged;
  }

  /** In first-seen order. */
  rows(): readonly JsonObject[] {
    return [...this.#byKey.values()];
  }
}

import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { PRIMARY_KEY } from '../tasks/comtrade/records.ts';

/** Whether a served row is marked as a page's totals, by either of the two marks that the release writes. */
export function isMarkedTotals(row: JsonObject): boolean {
  return Boolean(row['isTotal']) || Boolean(row['is_total']);
}

/** A key field as the release's scaffold joins it into a text. */
const part = (value: JsonValue | undefined): string => String(value ?? '');

/** The six key fields joined with `|`: rows with equal keys are the same record. */
export function primaryKeyOf(row: JsonObject): string {
  return PRIMARY_KEY.map((field) => part(row[field])).join('|');
}

/**
 * Rows as the harness holds them: marked totals are dropped and counted; a row whose key is held already takes the
 * place of the earlier one, which keeps its position.
 */
export class HeldRows {
  readonly #rows: JsonObject[] = [];
  /** Places in `#rows`, by the first five key fields and then by the last: the first five rarely change. */
  readonly #places = new Map<string, Map<string, number>>();
  #sample: JsonObject = {};
  #sampled = new Map<string, number>();
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
    const places = this.#placesLike(row);
    const id = part(row['record_id']);
    const place = places.get(id);
    if (place === undefined) {
      places.set(id, this.#rows.length);
      this.#rows.push(row);
      return;
    }
    this.#duplicatesMerged += 1;
    this.#rows[place] = row;
  }

  #placesLike(row: JsonObject): Map<string, number> {
    const { year, reporter, partner, flow, hs } = this.#sample;
    const same =
      row['year'] === year &&
      row['reporter'] === reporter &&
      row['partner'] === partner &&
      row['flow'] === flow &&
      row['hs'] === hs;
    if (same && this.#rows.length > 0) return this.#sampled;
    const key = primaryKeyOf({ ...row, record_id: '' });
    const places = this.#places.get(key) ?? new Map<string, number>();
    this.#places.set(key, places);
    this.#sample = row;
    this.#sampled = places;
    return places;
  }

  get size(): number {
    return this.#rows.length;
  }

  get totalsDropped(): number {
    return this.#totalsDropped;
  }

  get duplicatesMerged(): number {
    return this.#duplicatesMerged;
  }

  /** In first-seen order. */
  rows(): readonly JsonObject[] {
    return this.#rows.slice();
  }
}

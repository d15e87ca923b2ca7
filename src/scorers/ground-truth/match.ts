import type { Truth } from '../../core/contracts/index.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import { asComparable, isDict, type PythonValue } from '../../core/python/value.ts';
import { KIND } from '../rows/kinds.ts';
import type { RowColumns } from '../rows/row-columns.ts';
import { RowReader } from '../rows/row-reader.ts';

/** What a data file has in common with the truth. */
export interface TruthMatch {
  /** |S|: lines that are not blank, whatever is on them. */
  readonly submitted: number;
  /** |G|: true records. */
  readonly truth: number;
  /** |U|: distinct true records whose identifier was handed in. */
  readonly uniqueById: number;
  /** |U|: distinct true records that were handed in whole, with every field and no other. */
  readonly uniqueByRecord: number;
}

/** One true record, ready to be compared with columns. */
interface TrueRecord {
  readonly fields: readonly { readonly slot: number; readonly value: JsonValue }[];
  seenId: boolean;
  seenWhole: boolean;
}

/** Equality of JSON values: numbers by value, whatever their spelling; true is not 1; order counts in lists only. */
function equalsJson(value: PythonValue, expected: JsonValue): boolean {
  if (typeof expected === 'number')
    return typeof value !== 'boolean' && Number(asComparable(value)) === expected;
  if (typeof expected !== 'object' || expected === null) return value === expected;
  if (Array.isArray(expected)) {
    const items = expected as readonly JsonValue[];
    return (
      Array.isArray(value) &&
      value.length === items.length &&
      items.every((item, i) => equalsJson(value[i], item))
    );
  }
  if (!isDict(value)) return false;
  const entries = Object.entries(expected as JsonObject);
  return (
    value.size === entries.length &&
    entries.every(([key, item]) => value.has(key) && equalsJson(value.get(key) as PythonValue, item))
  );
}

function identifier(record: JsonObject, idField: string): string {
  const id = record[idField];
  if (typeof id === 'string') return id;
  throw new TypeError(`A true record needs a text in ${idField}, not ${JSON.stringify(id)}`);
}

class TruthMatcher {
  readonly #reader: RowReader;
  readonly #idSlot: number;
  readonly #records: ReadonlyMap<string, TrueRecord>;

  constructor(data: string, { records, idField }: Truth) {
    this.#reader = new RowReader(data);
    this.#idSlot = this.#reader.names.slotOf(idField);
    this.#records = new Map(records.map((record) => [identifier(record, idField), this.#prepare(record)]));
  }

  #prepare(record: JsonObject): TrueRecord {
    const fields = Object.entries(record).map(([name, value]) => ({
      slot: this.#reader.names.slotOf(name),
      value,
    }));
    return { fields, seenId: false, seenWhole: false };
  }

  run(): TruthMatch {
    let submitted = 0;
    let uniqueById = 0;
    let uniqueByRecord = 0;
    while (this.#reader.next()) {
      submitted += 1;
      const row = this.#reader.object;
      const record = row && this.#recordOf(row);
      if (!record) continue;
      if (!record.seenId) uniqueById += 1;
      record.seenId = true;
      if (record.seenWhole || !this.#isWhole(row, record)) continue;
      uniqueByRecord += 1;
      record.seenWhole = true;
    }
    return { submitted, truth: this.#records.size, uniqueById, uniqueByRecord };
  }

  #recordOf(row: RowColumns): TrueRecord | undefined {
    const index = this.#reader.indexOf(this.#idSlot);
    if (index < 0 || row.kinds[index] !== KIND.str) return undefined;
    return this.#records.get(row.value(index) as string);
  }

  #isWhole(row: RowColumns, { fields }: TrueRecord): boolean {
    if (row.count !== fields.length) return false;
    return fields.every(({ slot, value }) => {
      const index = this.#reader.indexOf(slot);
      return index >= 0 && equalsJson(row.value(index), value);
    });
  }
}

/**
 * Compares the lines of a data file with the canonical records, in one pass (reference §7).
 *
 * Every line that is not blank counts in |S|, JSON or not; a duplicate, a totals row or an invention therefore raises |S|
 * and nothing else. A record with a field too many is not the true record whole. Lines and JSON are read as the release
 * reads them, so that the judge and this scorer speak of the same rows.
 *
 * @param truth records with distinct identifiers
 * @throws TypeError for a true record without a text as its identifier
 * @throws MeasurandError `too-many-fields` for data with over a million distinct field names
 */
export function matchTruth(data: string, truth: Truth): TruthMatch {
  return new TruthMatcher(data, truth).run();
}

import type { Truth } from '../../core/contracts/index.ts';
import type { JsonValue } from '../../core/json.ts';
import { KIND } from '../rows/kinds.ts';
import type { RowColumns } from '../rows/row-columns.ts';
import { RowReader } from '../rows/row-reader.ts';
import { equalsJson } from './json-equality.ts';
import { type TruthIndex, truthIndex } from './truth-index.ts';

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
  /** Lines that are no JSON object. */
  readonly notObjects: number;
  /** Lines that hold the identifier field and nothing else. */
  readonly idsAlone: number;
}

class TruthMatcher {
  readonly #reader: RowReader;
  readonly #truth: Truth;
  readonly #index: TruthIndex;
  readonly #idSlot: number;
  readonly #seenId: Uint8Array;
  readonly #seenWhole: Uint8Array;
  #uniqueById = 0;
  #uniqueByRecord = 0;
  #idsAlone = 0;

  constructor(data: string, truth: Truth) {
    this.#reader = new RowReader(data);
    this.#truth = truth;
    this.#index = truthIndex(truth);
    this.#idSlot = this.#reader.names.slotOf(truth.idField);
    this.#seenId = new Uint8Array(truth.records.length);
    this.#seenWhole = new Uint8Array(truth.records.length);
  }

  run(): TruthMatch {
    let submitted = 0;
    let notObjects = 0;
    while (this.#reader.next()) {
      submitted += 1;
      if (this.#reader.object) this.#add(this.#reader.object);
      else notObjects += 1;
    }
    return {
      submitted,
      truth: this.#truth.records.length,
      uniqueById: this.#uniqueById,
      uniqueByRecord: this.#uniqueByRecord,
      notObjects,
      idsAlone: this.#idsAlone,
    };
  }

  #add(row: RowColumns): void {
    const index = this.#reader.indexOf(this.#idSlot);
    if (index < 0) return;
    if (row.count === 1) this.#idsAlone += 1;
    const position = row.kinds[index] === KIND.str ? this.#index.get(row.value(index) as string) : undefined;
    if (position === undefined) return;
    if (this.#seenId[position] === 0) this.#uniqueById += 1;
    this.#seenId[position] = 1;
    if (this.#seenWhole[position] === 1 || !this.#isWhole(row, position)) return;
    this.#seenWhole[position] = 1;
    this.#uniqueByRecord += 1;
  }

  #isWhole(row: RowColumns, position: number): boolean {
    const record = this.#truth.records[position] ?? {};
    const names = Object.keys(record);
    if (names.length !== row.count) return false;
    for (const name of names) {
      const index = this.#reader.indexOf(this.#reader.names.slotOf(name));
      if (index < 0 || !equalsJson(row.value(index), record[name] as JsonValue)) return false;
    }
    return true;
  }
}

/**
 * Compares the lines of a data file with the canonical records, in one pass (reference §7).
 *
 * Every line that is not blank counts in |S|, JSON or not; a duplicate, a totals row or an invention therefore raises |S|
 * and nothing else. A record with a field too many is not the true record whole. Lines and JSON are read as the release
 * reads them, so that the judge and this scorer speak of the same rows.
 *
 * @throws TypeError when two true records share an identifier, or one has no text for it
 * @throws MeasurandError `too-many-fields` for data with over a million distinct field names
 */
export function matchTruth(data: string, truth: Truth): TruthMatch {
  return new TruthMatcher(data, truth).run();
}

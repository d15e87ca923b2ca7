import { PythonError } from '../../core/python/errors.ts';
import { hashKey, type PythonValue, typeName } from '../../core/python/value.ts';
import { Ids, Numbers } from '../rows/ids.ts';
import { KIND } from '../rows/kinds.ts';
import type { RowColumns } from '../rows/row-columns.ts';
import type { RowReader } from '../rows/row-reader.ts';

/** Joins a node and a value in one safe integer. */
const RADIX = 2 ** 26;
/** Null has no number. */
const NO_VALUE = -1;

/** What Python raises for a list or an object where it needs something to hash. */
export function unhashable(value: PythonValue): PythonError {
  return new PythonError('TypeError', `unhashable type: '${typeName(value)}'`);
}

/** A name of the key. */
class KeyField {
  /** Its place in the key. */
  readonly place: number;
  /** Numbers of the values seen under the name. */
  readonly values: Ids<string>;
  /** Where rows of the current shape have it. */
  index = 0;
  /** Number of the value, and the node after it, in the row before. */
  value = NO_VALUE;
  node = 0;

  constructor(place: number, numbers: Numbers) {
    this.place = place;
    this.values = new Ids(numbers);
  }
}

/**
 * Counts distinct keys as the release does: a key is the tuple of the named fields, an absent field is null, and values are
 * equal as Python has it (1, 1.0 and true are one value).
 *
 * Keys are paths in a tree: a node is a beginning of a key, and null adds no step. Values are numbered apart for each name,
 * so a step names its field. The work of a row goes with its own fields, however many names the key has.
 */
export class KeyCounter {
  readonly #misnamed: PythonError | undefined;
  readonly #bySlot = new Map<number, KeyField>();
  readonly #steps = new Ids<number>();
  #isEnd = new Uint8Array(64);
  #distinct = 0;
  /** Those that rows of the current shape have, in the key's order. */
  #present: readonly KeyField[] = [];
  #shape = -1;

  /** @param names what the submission declares as its key: JSON values; one that is no text names no field */
  constructor(names: readonly PythonValue[], reader: RowReader) {
    const wrong = names.find((name) => hashKey(name) === undefined);
    this.#misnamed = wrong === undefined ? undefined : unhashable(wrong);
    const numbers = new Numbers();
    for (const name of names) {
      if (typeof name !== 'string') continue;
      const slot = reader.names.slotOf(name);
      if (!this.#bySlot.has(slot)) this.#bySlot.set(slot, new KeyField(this.#bySlot.size, numbers));
    }
  }

  get distinct(): number {
    return this.#distinct;
  }

  /** @throws PythonError `TypeError` for a list or an object in the key or in its name */
  add(row: RowColumns): void {
    if (this.#misnamed) throw this.#misnamed;
    let isNew = row.shape !== this.#shape;
    if (isNew) this.#findFields(row);
    let node = 0;
    for (const field of this.#present) {
      const repeats = field.value !== NO_VALUE && row.repeats[field.index] === 1;
      if (isNew || !repeats) {
        isNew = true;
        field.node = this.#step(node, row, field, repeats);
      }
      node = field.node;
    }
    this.#end(node);
  }

  #findFields({ shape, slots, count }: RowColumns): void {
    this.#shape = shape;
    const present: KeyField[] = [];
    for (let index = 0; index < count; index += 1) {
      const field = this.#bySlot.get(slots[index] as number);
      if (!field) continue;
      field.index = index;
      field.value = NO_VALUE;
      present.push(field);
    }
    this.#present = present.sort((a, b) => a.place - b.place);
  }

  /** The node after a field. */
  #step(node: number, row: RowColumns, field: KeyField, repeats: boolean): number {
    if (row.kinds[field.index] === KIND.null) {
      field.value = NO_VALUE;
      return node;
    }
    if (!repeats) {
      const key = row.key(field.index);
      if (key === undefined) throw unhashable(row.value(field.index));
      field.value = field.values.idOf(key);
    }
    return 1 + this.#steps.idOf(node * RADIX + field.value);
  }

  #end(node: number): void {
    if (node >= this.#isEnd.length) {
      const wider = new Uint8Array(2 * node);
      wider.set(this.#isEnd);
      this.#isEnd = wider;
    }
    if (this.#isEnd[node] === 1) return;
    this.#isEnd[node] = 1;
    this.#distinct += 1;
  }
}

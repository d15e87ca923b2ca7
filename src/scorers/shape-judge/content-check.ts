import { PythonError } from '../../core/python/errors.ts';
import { hashKey, isDict, isTruthy, type PythonValue, typeName } from '../../core/python/value.ts';
import type { RowColumns } from '../rows/row-columns.ts';
import type { RowReader } from '../rows/row-reader.ts';
import { unhashable } from './key-counter.ts';

/** The names that a declared schema asks for, each as often as it is declared; a text is read letter by letter. */
function declaredNames(schema: PythonValue): readonly PythonValue[] | PythonError {
  if (!isTruthy(schema)) return [];
  if (typeof schema === 'string') return [...schema];
  if (isDict(schema)) return [...schema.keys()];
  if (Array.isArray(schema)) return schema;
  return new PythonError('TypeError', `'${typeName(schema)}' object is not iterable`);
}

/**
 * Share of rows that are objects with at least half of the names in the submitter's own schema (reference §5, data
 * quality). Without a schema any object will do.
 */
export class ContentCheck {
  /** By name number: how often the schema declares the name. */
  readonly #declared: readonly number[];
  /** What the check stumbles on at the first object. */
  readonly #flaw: PythonError | undefined;
  readonly #needed: number;
  #shape = -1;
  #isValid = false;
  #valid = 0;

  /** @param reader before its first row, so that the schema's names have low numbers */
  constructor(schema: PythonValue, reader: RowReader) {
    const declared = declaredNames(schema);
    const names = declared instanceof PythonError ? [] : declared;
    const wrong = names.find((name) => hashKey(name) === undefined);
    if (declared instanceof PythonError) this.#flaw = declared;
    else if (wrong !== undefined) this.#flaw = unhashable(wrong);
    const slots: number[] = [];
    for (const name of names) if (typeof name === 'string') slots.push(reader.names.slotOf(name));
    const counts = new Array<number>(reader.names.size).fill(0);
    for (const slot of slots) counts[slot] = (counts[slot] as number) + 1;
    this.#declared = counts;
    this.#needed = names.length * 0.5;
  }

  /** Gives what ends the check: a schema that cannot be looked up in a row. */
  add(row: RowColumns): PythonError | undefined {
    if (this.#flaw) return this.#flaw;
    if (row.shape !== this.#shape) {
      this.#shape = row.shape;
      this.#isValid = this.#present(row) >= this.#needed;
    }
    if (this.#isValid) this.#valid += 1;
    return undefined;
  }

  /** How many of the declared names a row has. */
  #present({ count, slots }: RowColumns): number {
    const declared = this.#declared;
    let present = 0;
    for (let index = 0; index < count; index += 1) {
      const slot = slots[index] as number;
      if (slot < declared.length) present += declared[slot] as number;
    }
    return present;
  }

  /** 0 without any row. */
  share(rows: number): number {
    return rows > 0 ? this.#valid / rows : 0;
  }
}

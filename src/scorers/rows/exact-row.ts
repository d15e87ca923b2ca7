import { hashKey, type PythonDict, type PythonValue } from '../../core/python/value.ts';
import type { FieldNames } from './field-names.ts';
import { kindOf, numberOf } from './kinds.ts';
import type { RowColumns } from './row-columns.ts';

/** A row of any content, made from what the exact reader read. */
export class ExactRow implements RowColumns {
  readonly count: number;
  readonly shape: number;
  readonly slots: number[] = [];
  readonly kinds: number[] = [];
  readonly numbers: number[] = [];
  readonly repeats: number[] = [];
  readonly #values: readonly PythonValue[];

  constructor(object: PythonDict, names: FieldNames) {
    this.count = object.size;
    this.shape = names.newShape();
    this.#values = [...object.values()];
    for (const [name, value] of object) {
      const slot = names.slotOf(name);
      names.place(slot, this.shape, this.slots.length);
      this.slots.push(slot);
      this.kinds.push(kindOf(value));
      this.numbers.push(numberOf(value));
      this.repeats.push(0);
    }
  }

  value(index: number): PythonValue {
    return this.#values[index] as PythonValue;
  }

  key(index: number): string | undefined {
    return hashKey(this.value(index));
  }
}

import { KIND } from '../rows/kinds.ts';
import type { RowColumns } from '../rows/row-columns.ts';

/** Marks a field as seen, beside one bit for each kind; null is compatible with every kind and sets none. */
const SEEN = 2 ** 7;

const isOneBitAtMost = (bits: number): boolean => (bits & (bits - 1)) === 0;

/** Which kinds each field holds over all rows (reference §5, data quality): integers and floats are two kinds. */
export class TypeConsistency {
  readonly #bits: number[] = [];

  /** @param names how many names the rows have had so far */
  add({ count, slots, kinds }: RowColumns, names: number): void {
    const bits = this.#bits;
    while (bits.length < names) bits.push(0);
    for (let index = 0; index < count; index += 1) {
      const kind = kinds[index] as number;
      const slot = slots[index] as number;
      bits[slot] = (bits[slot] as number) | SEEN | (kind === KIND.null ? 0 : 1 << kind);
    }
  }

  /** Share of fields that hold one kind at most; 0 without any field. */
  share(): number {
    let fields = 0;
    let consistent = 0;
    for (const bits of this.#bits) {
      if (bits === 0) continue;
      fields += 1;
      if (isOneBitAtMost(bits & ~SEEN)) consistent += 1;
    }
    return fields === 0 ? 0 : consistent / fields;
  }
}

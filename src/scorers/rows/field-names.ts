import { MeasurandError } from '../../core/errors.ts';

/** Far more than a table has columns, and few enough to be held whatever is handed in. */
const MOST_NAMES = 2 ** 20;

/**
 * Numbers field names from 0 in order of first sight, and knows where a field stands in rows of one shape, that is, with
 * the same names in the same order. Shapes are numbers; only the newest can be asked for.
 */
export class FieldNames {
  readonly #slots = new Map<string, number>();
  readonly #names: string[] = [];
  /** By name: the newest shape that has it, and where. */
  readonly #shapeOf: number[] = [];
  readonly #indexOf: number[] = [];
  #shape = 0;

  get size(): number {
    return this.#slots.size;
  }

  /** @throws MeasurandError `too-many-fields` past a million distinct names */
  slotOf(name: string): number {
    const known = this.#slots.get(name);
    if (known !== undefined) return known;
    const slot = this.#slots.size;
    if (slot >= MOST_NAMES) {
      throw new MeasurandError('too-many-fields', `the rows have over ${MOST_NAMES} distinct field names`, {
        next: 'Hand in records of one table',
      });
    }
    this.#slots.set(name, slot);
    this.#names.push(name);
    this.#shapeOf.push(0);
    this.#indexOf.push(0);
    return slot;
  }

  nameOf(slot: number): string {
    return this.#names[slot] as string;
  }

  /** Begins a shape, which has no fields yet. */
  newShape(): number {
    this.#shape += 1;
    return this.#shape;
  }

  /** Notes that rows of the shape have the field at `index`; false when they have it elsewhere already. */
  place(slot: number, shape: number, index: number): boolean {
    if (this.#shapeOf[slot] === shape) return false;
    this.#shapeOf[slot] = shape;
    this.#indexOf[slot] = index;
    return true;
  }

  /** Where rows of the shape have the field, or -1. */
  indexIn(slot: number, shape: number): number {
    return this.#shapeOf[slot] === shape ? (this.#indexOf[slot] as number) : -1;
  }
}

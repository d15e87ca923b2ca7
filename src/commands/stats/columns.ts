type Numbers = Uint32Array | Uint8Array | Float64Array;

/** Numbers in a row that grows by doubling, so that many cost their own size and no more. */
export class Column<T extends Numbers> {
  #numbers: T;
  #length = 0;
  readonly #make: (length: number) => T;

  constructor(make: (length: number) => T) {
    this.#make = make;
    this.#numbers = make(1024);
  }

  push(value: number): void {
    if (this.#length === this.#numbers.length) {
      const larger = this.#make(this.#length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#length] = value;
    this.#length += 1;
  }

  /** The same numbers in another order. */
  inOrder(order: Uint32Array): T {
    const result = this.#make(order.length);
    for (let i = 0; i < order.length; i += 1) result[i] = this.#numbers[order[i] as number] as number;
    return result;
  }

  at(index: number): number {
    return this.#numbers[index] as number;
  }
}

export const counts = (length: number): Uint32Array => new Uint32Array(length);
export const bytes = (length: number): Uint8Array => new Uint8Array(length);
export const doubles = (length: number): Float64Array => new Float64Array(length);

/** Words by number, in order of arrival. */
export class Words {
  readonly list: string[] = [];
  readonly #numbers = new Map<string, number>();

  number(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    this.#numbers.set(word, this.list.length);
    this.list.push(word);
    return this.list.length - 1;
  }
}

/** Entries after which a further map is begun: a JavaScript map holds fewer than 2^24. */
const FULL = 2 ** 23;

/** Where several tables that must not share a number take their numbers from. */
export class Numbers {
  #next = 0;

  take(): number {
    const number = this.#next;
    this.#next += 1;
    return number;
  }
}

/** Gives every key a number at first sight; equal keys share it. */
export class Ids<K extends string | number> {
  readonly #numbers: Numbers;
  /** The first key, kept by itself: many columns hold one value only, and then there is no map to make. */
  #first: K | undefined;
  #firstId = 0;
  #maps: Map<K, number>[] | undefined;

  constructor(numbers: Numbers = new Numbers()) {
    this.#numbers = numbers;
  }

  idOf(key: K): number {
    if (key === this.#first) return this.#firstId;
    if (this.#first === undefined) {
      this.#first = key;
      this.#firstId = this.#numbers.take();
      return this.#firstId;
    }
    this.#maps ??= [new Map()];
    for (const map of this.#maps) {
      const id = map.get(key);
      if (id !== undefined) return id;
    }
    return this.#add(this.#maps, key);
  }

  #add(maps: Map<K, number>[], key: K): number {
    let last = maps.at(-1) as Map<K, number>;
    if (last.size >= FULL) {
      last = new Map();
      maps.push(last);
    }
    const id = this.#numbers.take();
    last.set(key, id);
    return id;
  }
}

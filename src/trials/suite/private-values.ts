import { Random } from '../../core/random.ts';
import type { PrivateValues } from '../criteria/line.ts';

/** Without the letters and digits that are easily taken for one another. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/**
 * Draws the private values of one run. Every value has a stream of its own, seeded by trial, seed and name, so adding a
 * value changes no other.
 */
export class ValueDraw {
  readonly #drawn = new Map<string, string>();
  readonly #run: string;

  constructor(trial: string, seed: number) {
    this.#run = `${trial}:${seed}`;
  }

  #stream(name: string): Random {
    return new Random(`${this.#run}:${name}`);
  }

  #keep(name: string, value: string): string {
    if (this.#drawn.has(name)) throw new RangeError(`The private value ${name} is drawn twice`);
    this.#drawn.set(name, value);
    return value;
  }

  /** A code such as `DUE-7KQ4MWX2`: hard to guess, easy to search for. */
  code(name: string, prefix: string, length = 8): string {
    const stream = this.#stream(name);
    const letters = Array.from({ length }, () => ALPHABET[stream.below(ALPHABET.length)]);
    return this.#keep(name, `${prefix}-${letters.join('')}`);
  }

  /** A whole number from `from` to `to`, both included, as text. */
  integer(name: string, from: number, to: number): string {
    return this.#keep(name, String(from + this.#stream(name).below(to - from + 1)));
  }

  /** One of several. */
  choice<T extends string>(name: string, of: readonly [T, ...T[]]): T {
    return this.#keep(name, this.#stream(name).choice(of)) as T;
  }

  /** A value that follows from others. */
  derived(name: string, value: string): string {
    return this.#keep(name, value);
  }

  values(): PrivateValues {
    return Object.fromEntries(this.#drawn);
  }
}

import { sha256 } from './digest.ts';

const N = 624;
const M = 397;

/** The state that seeding by array starts from, whatever the key: that of the plain seed 19650218. */
const INITIAL_STATE = new Uint32Array(N);
INITIAL_STATE[0] = 19650218;
for (let i = 1; i < N; i += 1) {
  const previous = INITIAL_STATE[i - 1] as number;
  INITIAL_STATE[i] = Math.imul(1812433253, previous ^ (previous >>> 30)) + i;
}

/** What may seed a stream: an integer (its absolute value is used), or text, taken through SHA-256. */
export type RandomSeed = number | bigint | string;

function seedWords(seed: RandomSeed): number[] {
  if (typeof seed === 'number' && !Number.isSafeInteger(seed)) {
    throw new RangeError(`A seed must be an integer, not ${seed}`);
  }
  let rest = typeof seed === 'string' ? BigInt(`0x${sha256(seed)}`) : BigInt(seed);
  if (rest < 0n) rest = -rest;
  const words: number[] = [];
  do {
    words.push(Number(rest & 0xffffffffn));
    rest >>= 32n;
  } while (rest > 0n);
  return words;
}

/**
 * MT19937 (Matsumoto, Nishimura 1998), seeded and drawn from exactly as Python's `random.Random` does,
 * so that published numbers reproduce bit for bit (statistics specification §1.1).
 * An integer seed is split into 32-bit words, least significant first; a text seed is the SHA-256 of its UTF-8
 * bytes read as a big-endian integer.
 */
export class Random {
  readonly #state = new Uint32Array(N);
  #index = N;

  constructor(seed: RandomSeed) {
    const direct = typeof seed === 'number' && seed >= 0 && seed <= 0xffffffff && Number.isInteger(seed);
    this.#seedByArray(direct ? [seed] : seedWords(seed));
  }

  #seedByArray(key: readonly number[]): void {
    const state = this.#state;
    state.set(INITIAL_STATE);
    let i = 1;
    let j = 0;
    for (let k = Math.max(N, key.length); k > 0; k -= 1) {
      const previous = state[i - 1] as number;
      state[i] =
        ((state[i] as number) ^ Math.imul(previous ^ (previous >>> 30), 1664525)) + (key[j] as number) + j;
      i += 1;
      j += 1;
      if (i >= N) {
        state[0] = state[N - 1] as number;
        i = 1;
      }
      if (j >= key.length) j = 0;
    }
    for (let k = N - 1; k > 0; k -= 1) {
      const previous = state[i - 1] as number;
      state[i] = ((state[i] as number) ^ Math.imul(previous ^ (previous >>> 30), 1566083941)) - i;
      i += 1;
      if (i >= N) {
        state[0] = state[N - 1] as number;
        i = 1;
      }
    }
    state[0] = 0x80000000;
  }

  /** Three loops instead of one with wrapped indices: the refill is half of the cost of a draw. */
  #refill(): void {
    const state = this.#state;
    for (let i = 0; i < N - M; i += 1) {
      const y = ((state[i] as number) & 0x80000000) | ((state[i + 1] as number) & 0x7fffffff);
      state[i] = (state[i + M] as number) ^ (y >>> 1) ^ (-(y & 1) & 0x9908b0df);
    }
    for (let i = N - M; i < N - 1; i += 1) {
      const y = ((state[i] as number) & 0x80000000) | ((state[i + 1] as number) & 0x7fffffff);
      state[i] = (state[i + M - N] as number) ^ (y >>> 1) ^ (-(y & 1) & 0x9908b0df);
    }
    const y = ((state[N - 1] as number) & 0x80000000) | ((state[0] as number) & 0x7fffffff);
    state[N - 1] = (state[M - 1] as number) ^ (y >>> 1) ^ (-(y & 1) & 0x9908b0df);
    this.#index = 0;
  }

  /** Next tempered output, an integer in [0, 2^32). */
  u32(): number {
    if (this.#index >= N) this.#refill();
    let y = this.#state[this.#index] as number;
    this.#index += 1;
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    y ^= y >>> 18;
    return y >>> 0;
  }

  /** A double in [0, 1) with 53 random bits. */
  random(): number {
    const a = this.u32() >>> 5;
    const b = this.u32() >>> 6;
    return (a * 67108864 + b) / 9007199254740992;
  }

  /**
   * An integer in [0, n), by rejection from the bit length of n (n itself, so n = 1 still draws).
   *
   * @throws RangeError unless n is an integer with 1 <= n <= 2^32 - 1
   */
  below(n: number): number {
    if (!Number.isInteger(n) || n < 1 || n > 0xffffffff) {
      throw new RangeError(`The bound must be an integer from 1 to 2^32 - 1, not ${n}`);
    }
    const shift = Math.clz32(n);
    let drawn = this.u32() >>> shift;
    while (drawn >= n) drawn = this.u32() >>> shift;
    return drawn;
  }

  /**
   * Fills a buffer with integers in [0, n), the same as that many calls of `below(n)` would give, without a branch
   * that depends on the draw: for resampling loops.
   *
   * @throws RangeError unless n is an integer with 1 <= n <= 2^30
   */
  fillBelow(target: Uint32Array, n: number): void {
    if (!Number.isInteger(n) || n < 1 || n > 2 ** 30) {
      throw new RangeError(`The bound must be an integer from 1 to 2^30, not ${n}`);
    }
    const shift = Math.clz32(n);
    const state = this.#state;
    let at = this.#index;
    let filled = 0;
    while (filled < target.length) {
      if (at >= N) {
        this.#refill();
        at = 0;
      }
      let y = state[at] as number;
      at += 1;
      y ^= y >>> 11;
      y ^= (y << 7) & 0x9d2c5680;
      y ^= (y << 15) & 0xefc60000;
      y ^= y >>> 18;
      const drawn = y >>> shift;
      target[filled] = drawn;
      filled += (drawn - n) >>> 31;
    }
    this.#index = at;
  }

  /**
   * Fills a buffer with signs: +1 where that call of `random()` would give less than 1/2, else -1. That is told by the
   * first bit of the first of the two outputs that such a call uses up.
   */
  fillSigns(target: Float64Array): void {
    const state = this.#state;
    let at = this.#index;
    for (let filled = 0; filled < target.length; filled += 1) {
      if (at >= N) {
        this.#refill();
        at = 0;
      }
      let y = state[at] as number;
      y ^= y >>> 11;
      y ^= (y << 7) & 0x9d2c5680;
      y ^= (y << 15) & 0xefc60000;
      target[filled] = 1 - ((y >>> 31) << 1);
      at += 1;
      if (at >= N) {
        this.#refill();
        at = 0;
      }
      at += 1;
    }
    this.#index = at;
  }

  /** One element, each equally likely. Throws RangeError on an empty list. */
  choice<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  /** Shuffles in place (Fisher-Yates from the end), as Python's `shuffle` draws. */
  shuffle<T>(items: T[]): void {
    for (let i = items.length - 1; i > 0; i -= 1) {
      const j = this.below(i + 1);
      const kept = items[i] as T;
      items[i] = items[j] as T;
      items[j] = kept;
    }
  }
}

/** First eight hexadecimal digits of the SHA-256 of a text, as an unsigned 32-bit integer: the release's seed of a text. */
export function stableSeed(text: string): number {
  return Number.parseInt(sha256(text).slice(0, 8), 16);
}

/** The independent stream of one step of an episode, seeded from sha256("{seed}:{step}"). */
export function stepRandom(seed: RandomSeed, step: number | string): Random {
  return new Random(`${seed}:${step}`);
}

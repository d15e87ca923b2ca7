import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { RandomSeed } from '../../core/random.ts';

/** A case that cannot be run here, with the reason; never a failure and never a pass. */
export class UnsupportedCase extends Error {
  override readonly name = 'UnsupportedCase';
}

const NON_FINITE: Readonly<Record<string, number>> = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  '-Infinity': Number.NEGATIVE_INFINITY,
};

function toNumber(value: JsonValue | undefined, at: string): number {
  if (typeof value === 'number') return value;
  const special =
    typeof value === 'string' && Object.hasOwn(NON_FINITE, value) ? NON_FINITE[value] : undefined;
  if (special === undefined)
    throw new UnsupportedCase(`input ${at} is ${JSON.stringify(value)}, not a number`);
  return special;
}

/** The input of one case, read by key. Every key must be asked for: one that is left over means another function. */
export class CaseInput {
  readonly #input: JsonObject;
  readonly #read = new Set<string>();

  constructor(input: JsonObject) {
    this.#input = input;
  }

  #value(key: string): JsonValue | undefined {
    this.#read.add(key);
    return this.#input[key];
  }

  #list(key: string): readonly JsonValue[] {
    const value = this.#value(key);
    if (!Array.isArray(value)) throw new UnsupportedCase(`input ${key} is not a list`);
    return value;
  }

  number(key: string, fallback?: number): number {
    const value = this.#value(key);
    return value === undefined && fallback !== undefined ? fallback : toNumber(value, key);
  }

  numbers(key: string): readonly number[] {
    return this.#list(key).map((value, i) => toNumber(value, `${key}[${i}]`));
  }

  table(key: string): readonly (readonly number[])[] {
    return this.#list(key).map((row, i) => {
      if (!Array.isArray(row)) throw new UnsupportedCase(`input ${key}[${i}] is not a list`);
      return row.map((value, j) => toNumber(value, `${key}[${i}][${j}]`));
    });
  }

  labels(key: string): readonly (string | number)[] {
    return this.#list(key).map((value, i) => {
      if (typeof value === 'string' || typeof value === 'number') return value;
      throw new UnsupportedCase(`input ${key}[${i}] is no label`);
    });
  }

  /** An integer, in digits when it is large; any other text is a text seed. */
  seed(fallback?: RandomSeed): RandomSeed {
    const value = this.#value('seed');
    if (value === undefined && fallback !== undefined) return fallback;
    if (typeof value === 'string') return /^[+-]?\d+$/.test(value) ? BigInt(value) : value;
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
    throw new UnsupportedCase(
      `input seed is ${JSON.stringify(value)}, not an integer that JSON carries exactly`,
    );
  }

  /** Keys that no one asked for. */
  unread(): readonly string[] {
    return Object.keys(this.#input).filter((key) => !this.#read.has(key));
  }
}

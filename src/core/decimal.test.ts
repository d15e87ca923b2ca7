import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import { formatDecimal, formatSignedDecimal, formatSignificant } from './decimal.ts';

/** The exact value of a double as a fraction over a power of two, by the bits. */
function fraction(value: number): { numerator: bigint; power: bigint } {
  let scaled = value;
  let power = 0n;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    power += 1n;
  }
  return { numerator: BigInt(scaled), power };
}

/** Half-even rounding in integers, the slow way. */
function reference(value: number, places: number): string {
  const { numerator, power } = fraction(Math.abs(value));
  const denominator = 1n << power;
  const scaled = numerator * 10n ** BigInt(places);
  let quotient = scaled / denominator;
  const twice = (scaled % denominator) * 2n;
  if (twice > denominator || (twice === denominator && quotient % 2n === 1n)) quotient += 1n;
  const text = quotient.toString().padStart(places + 1, '0');
  const digits = places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
  return value < 0 && quotient > 0n ? `-${digits}` : digits;
}

verifies('core.decimal.exact-half-even', () => {
  expect(formatDecimal(4.335, 2)).toBe('4.33');
  expect(formatDecimal(0.125, 2)).toBe('0.12');
  expect(formatDecimal(0.375, 2)).toBe('0.38');
  expect(formatDecimal(2.5, 0)).toBe('2');
  expect(formatDecimal(3.5, 0)).toBe('4');
  expect(formatDecimal(-0.125, 2)).toBe('-0.12');
  expect(formatDecimal(-0.0004, 3)).toBe('0.000');
  expect(formatDecimal(-0, 3)).toBe('0.000');
  expect(formatDecimal(1e21, 1)).toBe('1000000000000000000000.0');
});

property.prop([
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e22, max: 1e22 }),
  fc.nat({ max: 20 }),
])('formatDecimal agrees with rounding in exact integers, for every double', (value, places) => {
  expect(formatDecimal(value, places)).toBe(reference(value, places));
});

property.prop([fc.integer({ min: -(2 ** 40), max: 2 ** 40 }), fc.nat({ max: 12 })])(
  'formatDecimal sends exact halves to the even digit',
  (numerator, places) => {
    const half = (2 * numerator + 1) / 2 ** (places + 1);
    expect(formatDecimal(half, places)).toBe(reference(half, places));
    expect(Number(formatDecimal(half, places).at(-1)) % 2).toBe(0);
  },
);

test('formatSignedDecimal marks what is not negative with a plus, zero included', () => {
  expect(formatSignedDecimal(0.0873, 3)).toBe('+0.087');
  expect(formatSignedDecimal(-0.0137, 3)).toBe('-0.014');
  expect(formatSignedDecimal(-0.0001, 3)).toBe('+0.000');
});

test('formatSignificant keeps six digits and drops trailing zeros', () => {
  expect(formatSignificant(0.8, 6)).toBe('0.8');
  expect(formatSignificant(22 / 762, 6)).toBe('0.0288714');
  expect(formatSignificant(4 / 752, 6)).toBe('0.00531915');
  expect(formatSignificant(-0, 6)).toBe('0');
  expect(formatSignificant(1, 6)).toBe('1');
});

test('A decimal of what is no number is refused', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    expect(() => formatDecimal(value, 2)).toThrow(/cannot write/);
    expect(() => formatSignificant(value, 2)).toThrow(/cannot write/);
  }
  expect(() => formatDecimal(1, -1)).toThrow(RangeError);
  expect(() => formatDecimal(1, 2.5)).toThrow(RangeError);
  expect(() => formatSignificant(1, 0)).toThrow(RangeError);
});

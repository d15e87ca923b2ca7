import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import { Random } from '../core/random.ts';
import { exactSum } from './exact-sum.ts';
import { mean } from './mean.ts';
import { stdPopulation } from './spread.ts';
import { summarise } from './summary.ts';

const finite = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e200, max: 1e200 });
const sample = fc.array(finite, { minLength: 1, maxLength: 40 });

const shuffled = <T>(values: readonly T[], seed: number): T[] => {
  const copy = [...values];
  new Random(seed).shuffle(copy);
  return copy;
};

/** The exact sum as an integer of units of 2^-1074. */
const inUnits = (value: number): bigint => {
  let scaled = value;
  let power = 0n;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    power += 1n;
  }
  return BigInt(scaled) * 2n ** (1074n - power);
};

property.prop([sample])('exactSum is within half a unit of the last place of the true sum', (values) => {
  const truth = values.map(inUnits).reduce((a, b) => a + b, 0n);
  const sum = inUnits(exactSum(values));
  const error = truth > sum ? truth - sum : sum - truth;
  const magnitude = sum < 0n ? -sum : sum;
  const bits = BigInt(magnitude.toString(2).length);
  expect(2n * error <= 2n ** (bits > 53n ? bits - 53n : 0n)).toBe(true);
});

verifies('stats.sum.order-free', () => {
  fc.assert(
    fc.property(sample, fc.nat(), (values, seed) => {
      const other = shuffled(values, seed);
      expect(exactSum(other)).toBe(exactSum(values));
      expect(summarise(other, { alpha: 0.3, tau: 0 })).toEqual(summarise(values, { alpha: 0.3, tau: 0 }));
    }),
  );
});

test('exactSum keeps what a plain loop loses', () => {
  expect(exactSum([1e16, 1, -1e16])).toBe(1);
  expect(exactSum(new Array(10).fill(0.1))).toBe(1);
  expect(exactSum([1e100, 1, -1e100, 1e-100])).toBe(1);
  expect(exactSum([])).toBe(0);
  expect(Object.is(exactSum([-0, -0]), 0)).toBe(true);
});

test('exactSum survives overflow on the way, and reports it at the end', () => {
  expect(exactSum([1.7e308, 1.7e308, -1.7e308])).toBe(1.7e308);
  expect(() => exactSum([1.7e308, 1.7e308])).toThrow(/largest double/);
  expect(mean([1.7e308, 1.7e308])).toBe(1.7e308);
  expect(stdPopulation([1.7e308, -1.7e308])).toBe(1.7e308);
  expect(stdPopulation([1e-300, 3e-300])).toBeCloseTo(1e-300, 310);
});

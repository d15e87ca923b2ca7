import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import { differences, pairedCliffsDelta } from './cliffs.ts';
import { monteCarloSignFlip, signFlipTest } from './sign-flip.ts';
import { exactSignFlip } from './sign-flip-exact.ts';
import { signTest } from './sign-test.ts';

/** All 2^n sign assignments of whole numbers, counted one by one. */
function bruteForce(d: readonly number[]): { twoSided: number; greater: number } {
  const observed = d.reduce((sum, value) => sum + value, 0);
  let twoSided = 0;
  let greater = 0;
  for (let signs = 0; signs < 2 ** d.length; signs += 1) {
    const sum = d.reduce((total, value, i) => total + (signs & (1 << i) ? value : -value), 0);
    if (Math.abs(sum) >= Math.abs(observed)) twoSided += 1;
    if (sum >= observed) greater += 1;
  }
  return { twoSided: twoSided / 2 ** d.length, greater: greater / 2 ** d.length };
}

const integers = fc.array(fc.integer({ min: -30, max: 30 }), { minLength: 1, maxLength: 10 });

verifies('stats.sign-flip.exact', () => {
  fc.assert(
    fc.property(integers, (d) => {
      expect(exactSignFlip(d)).toEqual(bruteForce(d));
      expect(exactSignFlip(d.map((value) => value / 10))).toEqual(bruteForce(d));
      // Sevenths are no short decimals, so they are enumerated in halves.
      expect(exactSignFlip(d.map((value) => value / 7))).toEqual(bruteForce(d));
    }),
  );
});

property.prop([integers, fc.integer({ min: 1, max: 1000 })])(
  'The test knows neither units nor order nor side',
  (d, scale) => {
    const p = signFlipTest(d).p;
    expect(signFlipTest(d.map((value) => value / scale)).p).toBe(p);
    expect(signFlipTest([...d].reverse()).p).toBe(p);
    expect(signFlipTest(d.map((value) => -value)).p).toBe(p);
    expect(signFlipTest([...d, 0, 0]).p).toBe(p);
  },
);

property.prop([integers])('The exact p is never below what so many differences can give', (d) => {
  const { p, smallestP, informative } = signFlipTest(d);
  expect(p).toBeGreaterThanOrEqual(smallestP);
  expect(smallestP).toBe(informative === 0 ? 1 : 2 / 2 ** informative);
});

test('Five differences cannot reach 0.05, and the result says so', () => {
  expect(signFlipTest([1, 1, 1, 1, 1])).toMatchObject({
    p: 0.0625,
    method: 'exact',
    seed: null,
    resamples: null,
  });
  expect(signFlipTest([1, 1, 1, 1, 1]).caution).toContain('0.0625');
  expect(signFlipTest([1, 1, 1, 1, 1, 1]).caution).toBeNull();
});

test('Recommended mode enumerates up to twenty differences and then draws with add-one', () => {
  const ones = (n: number) => new Array<number>(n).fill(1);
  expect(signFlipTest(ones(20))).toMatchObject({ p: 2 / 2 ** 20, method: 'exact' });
  expect(signFlipTest([...ones(20), 0, 0, 0])).toMatchObject({ method: 'exact', n: 23, informative: 20 });
  const drawn = signFlipTest(ones(21), { resamples: 99 });
  expect(drawn).toMatchObject({ method: 'monte-carlo with add-one', p: 0.01, seed: 0, resamples: 99 });
  expect(signFlipTest(ones(21), { mode: 'compat', resamples: 99 })).toMatchObject({
    method: 'monte-carlo without add-one',
    p: 0,
  });
});

test('Nothing but zeros, or one difference, gives p = 1 in every mode', () => {
  for (const d of [[0, 0, 0], [0.3], [-0.3]]) {
    expect(signFlipTest(d).p).toBe(1);
    expect(signFlipTest(d, { mode: 'compat' }).p).toBe(1);
  }
  expect(() => signFlipTest([])).toThrow(/nothing/);
});

test('Zeros use up a draw in compat mode', () => {
  expect(monteCarloSignFlip([0, 1, 2, 4]).count).not.toBe(monteCarloSignFlip([1, 2, 4]).count);
});

test('Exact p-values reach beyond twenty differences where a method does, and are null where none does', () => {
  const lattice = Array.from({ length: 60 }, (_, i) => (i % 7) - 2);
  const tails = exactSignFlip(lattice);
  expect(tails?.twoSided).toBeCloseTo(monteCarloSignFlip(lattice).pPlain, 1);
  const decimals = lattice.map((value) => value / 1000 + 0.359);
  expect(exactSignFlip(decimals.map((value) => Number(value.toFixed(3))))?.greater).toBeLessThan(1e-6);
  const rough = Array.from({ length: 24 }, (_, i) => Math.sin(i + 1));
  expect(exactSignFlip(rough)?.twoSided).toBeCloseTo(monteCarloSignFlip(rough).pPlain, 1);
  expect(exactSignFlip(Array.from({ length: 41 }, (_, i) => Math.sin(i + 1)))).toBeNull();
});

test('The sign test is exact for small and for large counts', () => {
  expect(signTest(4, 1)).toBe(0.375);
  expect(signTest(5, 2)).toBe(0.453125);
  expect(signTest(0, 0)).toBe(1);
  expect(signTest(7, 7)).toBe(1);
  expect(signTest(1, 4)).toBe(signTest(4, 1));
  // P(X <= k) of n pairs is the average of P(X <= k) and P(X <= k - 1) of n - 1: it ties the formula for more than
  // 1,023 pairs to the exact sums below.
  expect(signTest(480, 544)).toBeCloseTo((signTest(480, 543) + signTest(479, 544)) / 2, 11);
  expect(() => signTest(-1, 2)).toThrow(/at least 0/);
  expect(() => signTest(1.5, 2)).toThrow(/whole number/);
});

test('Differences of floating-point values within rounding are ties', () => {
  expect(differences([0.1 + 0.2, 1e9 + 1e-4], [0.3, 1e9])).toEqual([0, 0]);
  expect(differences([0.4], [0.3])[0]).toBeCloseTo(0.1, 15);
  expect(() => differences([1], [1, 2])).toThrow(/hold 1 and 2/);
});

property.prop([integers])("Paired Cliff's delta stands inside its interval and flips with its sign", (d) => {
  const { delta, lo, hi, up, down, n } = pairedCliffsDelta(d, { resamples: 1000 });
  expect(delta).toBe((up - down) / n);
  expect(lo).toBeLessThanOrEqual(delta);
  expect(hi).toBeGreaterThanOrEqual(delta);
  expect(pairedCliffsDelta(d.map((value) => -value)).delta).toBe(-delta + 0);
});

test('a plain difference of many pairs draws nothing, and gives what drawing would', () => {
  const plain = Array.from({ length: 400 }, (_, index) => 1 + (index % 3));
  expect(monteCarloSignFlip(plain, 1000)).toEqual({
    count: 0,
    resamples: 1000,
    pPlain: 0,
    pAddOne: 1 / 1001,
  });
  const huge = Array.from({ length: 1_000_000 }, () => 0.25);
  expect(monteCarloSignFlip(huge).count).toBe(0);
  const even = Array.from({ length: 400 }, (_, index) => (index % 2 === 0 ? 1 : -1));
  expect(monteCarloSignFlip(even, 50).count).toBe(50);
});

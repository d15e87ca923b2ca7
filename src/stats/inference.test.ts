import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { clusteredMean } from './clustered.ts';
import { confidenceSequence, confidenceSequenceAt } from './confidence-sequence.ts';
import { actionEffect, pairedEffect } from './effect.ts';
import { againstMargin, equivalenceTest } from './equivalence.ts';
import { mean } from './mean.ts';
import { comparePaired } from './paired.ts';
import { worst } from './reliability.ts';
import { expectedWorstOf, worstCurve } from './worst-of-m.ts';

const value = fc.integer({ min: -100, max: 100 }).map((k) => k / 10);
const values = fc.array(value, { minLength: 2, maxLength: 12 });

property.prop([values])(
  'Singleton clusters give the independent error, and doubled runs a larger one',
  (x) => {
    const alone = clusteredMean(
      x,
      x.map((_, i) => i),
    );
    expect(alone.seCr1).toBeCloseTo(alone.seIid as number, 12);
    const doubled = clusteredMean([...x, ...x], [...x.keys(), ...x.keys()]);
    expect(doubled.seCr0).toBeCloseTo(alone.seCr0, 12);
    expect(doubled.seIid as number).toBeLessThanOrEqual((doubled.seCr1 as number) + 1e-12);
  },
);

test('Clustered errors say when the clusters are few, and give no interval for one', () => {
  const few = clusteredMean([0.1, 0.4, 0.8, 0.3], ['a', 'a', 'b', 'c']);
  expect(few.caution).toMatch(/3 clusters/);
  expect(few.interval?.lo).toBeLessThan(few.mean);
  expect(clusteredMean([0.1, 0.4], ['a', 'a'])).toMatchObject({ seCr0: 0, seCr1: null, interval: null });
  const many = Array.from({ length: 40 }, (_, i) => i % 7);
  expect(clusteredMean(many, [...many.keys()]).caution).toBeNull();
  expect(() => clusteredMean([1, 2], ['a'])).toThrow(/hold 2 and 1/);
  expect(clusteredMean([0.5], ['a']).seIid).toBeNull();
});

property.prop([fc.array(fc.tuple(value, value), { minLength: 2, maxLength: 20 })])(
  'The paired error follows Var(a) + Var(b) - 2 Cov',
  (pairs) => {
    const [a, b] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)];
    const { standardError, unpairedStandardError, correlation, difference } = comparePaired(a, b);
    const centre = (x: readonly number[]) => x.map((v) => v - mean(x));
    const [da, db] = [centre(a), centre(b)];
    const covariance = da.reduce((sum, v, i) => sum + v * (db[i] as number), 0) / (pairs.length - 1);
    const unpaired = unpairedStandardError as number;
    expect((standardError as number) ** 2).toBeCloseTo(unpaired ** 2 - (2 * covariance) / pairs.length, 8);
    expect(difference).toBeCloseTo(mean(a) - mean(b), 10);
    if (correlation !== null) expect(Math.abs(correlation)).toBeLessThanOrEqual(1);
  },
);

test('A side that does not vary has no correlation, and tasks may be named as clusters', () => {
  expect(comparePaired([1, 1, 1], [1, 2, 3]).correlation).toBeNull();
  expect(comparePaired([1], [2])).toMatchObject({ n: 1, standardError: null, unpairedStandardError: null });
  expect(comparePaired([1, 2, 3, 4], [0, 2, 1, 3], ['t', 't', 'u', 'u']).clustered.clusters).toBe(2);
  expect(comparePaired([1, 2, 3], [1, 2, 3]).correlation).toBeCloseTo(1, 12);
});

property.prop([fc.array(value, { minLength: 1, maxLength: 12 }), fc.nat({ max: 11 })])(
  'The expected worst of m is the average minimum over all subsets',
  (x, raw) => {
    const m = Math.min(raw + 1, x.length);
    const minima: number[] = [];
    for (let chosen = 0; chosen < 2 ** x.length; chosen += 1) {
      const subset = x.filter((_, i) => chosen & (1 << i));
      if (subset.length === m) minima.push(Math.min(...subset));
    }
    expect(expectedWorstOf(x, m)).toBeCloseTo(mean(minima), 10);
  },
);

property.prop([values])('The worst curve falls from the mean to the minimum', (x) => {
  const curve = worstCurve(
    x,
    x.map((_, i) => i + 1),
  );
  expect(curve[0]?.expectedWorst).toBeCloseTo(mean(x), 10);
  expect(curve.at(-1)?.expectedWorst).toBe(worst(x));
  for (let i = 1; i < curve.length; i += 1)
    expect(curve[i]?.expectedWorst).toBeLessThanOrEqual((curve[i - 1]?.expectedWorst as number) + 1e-12);
});

test('The expected worst of more runs than there are is refused', () => {
  expect(() => expectedWorstOf([1, 2], 3)).toThrow(/cannot draw 3 of 2/);
  expect(() => expectedWorstOf([1, 2], 0)).toThrow(/from 1 to 2/);
  expect(() => expectedWorstOf([], 1)).toThrow(/nothing/);
  expect(
    expectedWorstOf(
      Array.from({ length: 3000 }, (_, i) => i),
      3000,
    ),
  ).toBe(0);
});

test('A confidence sequence narrows with n and stands around the running mean', () => {
  const along = confidenceSequence([0, 1, 1, 0, 1, 1, 1, 1]);
  expect(along.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(along[7]?.mean).toBe(0.75);
  for (let i = 1; i < along.length; i += 1)
    expect(along[i]?.halfWidth).toBeLessThan(along[i - 1]?.halfWidth as number);
  expect(confidenceSequenceAt(50, 0.93).halfWidth).toBeCloseTo(0.22518790511309317, 12);
  expect(() => confidenceSequenceAt(0, 0.5)).toThrow(/nothing to estimate/);
  expect(() => confidenceSequenceAt(5, 0.5, { rho2: 0 })).toThrow(/above 0/);
  expect(() => confidenceSequenceAt(5, 0.5, { alpha: 2 })).toThrow(/between 0 and 1/);
  expect(() => confidenceSequence([])).toThrow(/no score/);
});

test('Equivalence needs a narrow interval, not a large p', () => {
  const tight = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 0.001 : -0.001));
  const loose = tight.map((d) => d * 500);
  expect(equivalenceTest(tight, 0.05)).toMatchObject({ verdict: 'equivalent', caution: null });
  expect(equivalenceTest(loose, 0.05).verdict).toBe('undecided');
  expect(
    equivalenceTest(
      tight.map((d) => d + 1),
      0.05,
    ).verdict,
  ).toBe('different');
  expect(equivalenceTest([0, 0, 0], 0.05)).toMatchObject({ verdict: 'undecided', p: null });
  expect(equivalenceTest([0], 0.05)).toMatchObject({ verdict: 'undecided', interval: null });
  expect(() => equivalenceTest(tight, 0)).toThrow(/above 0/);
});

property.prop([values, fc.double({ min: 0.01, max: 20, noNaN: true })])(
  'The two one-sided tests and the interval inside the margin decide alike',
  (d, margin) => {
    const { p, interval, verdict, alpha } = equivalenceTest(d, margin);
    if (p === null || Math.abs(p - alpha) < 1e-9) return;
    expect(p < alpha).toBe(verdict === 'equivalent');
    expect(againstMargin(interval as { lo: number; hi: number }, margin)).toBe(verdict);
  },
);

test('An action that never varied is not identified, and what was never seen keeps its bound', () => {
  const none = actionEffect(new Array(120).fill(false), new Array(120).fill(0.8));
  expect(none).toMatchObject({ state: 'not-identified', n: 120, taken: 0 });
  expect(none.state === 'not-identified' && none.unseenAtMost).toBeCloseTo(0.0247, 4);
  expect(none).not.toHaveProperty('p');
  expect(actionEffect([true, true], [1, 0])).toMatchObject({ state: 'not-identified', taken: 2 });
  expect(actionEffect([true, false, false], [1, 0, 0.5])).toMatchObject({
    state: 'identified',
    taken: 1,
    effect: 0.75,
    cliffsDelta: 1,
  });
});

test('A paired effect carries n, effect, interval, method and seed in both modes', () => {
  const d = [3, 1, 0, -1, 4, 2, 2, 0, 5, 1, -2, 3];
  const compat = pairedEffect(d, { mode: 'compat', permutations: 500 });
  expect(compat).toMatchObject({
    n: 12,
    effect: 1.5,
    interval: { method: 'percentile-bootstrap', seed: 0, resamples: 2000 },
    test: { method: 'monte-carlo without add-one', resamples: 500, seed: 0 },
  });
  const recommended = pairedEffect(d, { seed: 7 });
  expect(recommended).toMatchObject({
    interval: { method: 'bca-bootstrap', seed: 7, resamples: 10_000 },
    cliffs: { mode: 'recommended', seed: 7 },
    test: { method: 'exact', seed: null },
  });
});

import { readFileSync } from 'node:fs';
import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import { Random } from '../core/random.ts';
import { bcaInterval } from './bca.ts';
import { bootstrapMean } from './bootstrap.ts';
import { hierarchicalBootstrap, stratifiedBootstrap } from './bootstrap-tasks.ts';
import { exactSum } from './exact-sum.ts';
import { pooledInterquartileMean } from './interquartile-mean.ts';
import { oneSidedRank, percentileRanks } from './percentile-ranks.ts';

const score = fc.integer({ min: 0, max: 1000 }).map((k) => k / 1000);

/** The specification's draw order, written as it reads. */
function byTheBook(values: readonly number[], resamples: number, seed: number): number[] {
  const random = new Random(seed);
  return Array.from({ length: resamples }, () => {
    const drawn = Array.from({ length: values.length }, () => values[random.below(values.length)] as number);
    return exactSum(drawn) / values.length;
  }).sort((a, b) => a - b);
}

verifies('stats.bootstrap.draw-order', () => {
  fc.assert(
    fc.property(fc.array(score, { minLength: 2, maxLength: 30 }), fc.nat({ max: 1000 }), (values, seed) => {
      const sorted = byTheBook(values, 200, seed);
      const { lo, hi } = bootstrapMean(values, { resamples: 200, seed });
      expect(lo).toBeCloseTo(sorted[5] as number, 14);
      expect(hi).toBeCloseTo(sorted[194] as number, 14);
    }),
    { numRuns: 30 },
  );
});

test('percentileRanks are computed in whole numbers, and the upper one is not one too far', () => {
  expect(percentileRanks(0.95, 2000)).toEqual({ lower: 50, upper: 1949 });
  expect(percentileRanks(0.95, 999)).toEqual({ lower: 24, upper: 974 });
  expect(percentileRanks(0.9, 2000)).toEqual({ lower: 100, upper: 1899 });
  expect(percentileRanks(0.99, 2000)).toEqual({ lower: 10, upper: 1989 });
  expect(percentileRanks(0.95, 1)).toEqual({ lower: 0, upper: 0 });
  expect(percentileRanks(1e-7, 2000)).toEqual({ lower: 999, upper: 1000 });
  expect(oneSidedRank(0.95, 2000)).toBe(1899);
});

property.prop([fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true }), fc.integer({ min: 1, max: 50_000 })])(
  'percentileRanks stay inside the replicates and in order',
  (level, resamples) => {
    const { lower, upper } = percentileRanks(level, resamples);
    expect(lower).toBeGreaterThanOrEqual(0);
    expect(upper).toBeLessThan(resamples);
    expect(lower).toBeLessThanOrEqual(upper + 1);
  },
);

test('One run, or equal runs, give their value with the reason that it is no certainty', () => {
  expect(bootstrapMean([0.4])).toMatchObject({ lo: 0.4, hi: 0.4, n: 1, method: 'degenerate' });
  expect(bootstrapMean([0.4]).caution).toMatch(/one run/);
  expect(bootstrapMean([0.7, 0.7, 0.7])).toMatchObject({ lo: 0.7, hi: 0.7, method: 'degenerate' });
});

test('A result carries what repeats it', () => {
  const values = Array.from({ length: 12 }, (_, i) => i / 12);
  expect(bootstrapMean(values, { seed: 2n ** 70n })).toMatchObject({
    n: 12,
    level: 0.95,
    resamples: 2000,
    mode: 'compat',
    method: 'percentile-bootstrap',
    seed: '1180591620717411303424',
  });
  const better = bootstrapMean(values, { mode: 'recommended' });
  expect(better).toMatchObject({ resamples: 10_000, method: 'bca-bootstrap', caution: null, seed: 0 });
  expect(bootstrapMean(values.slice(0, 5), { mode: 'recommended' }).method).toBe('percentile-bootstrap');
});

property.prop([fc.array(score, { minLength: 2, maxLength: 30 })])(
  'Every bootstrap interval lies within the data',
  (values) => {
    const [least, most] = [Math.min(...values) - 1e-12, Math.max(...values) + 1e-12];
    const groups = [values, values.slice(0, 1)];
    for (const { lo, hi } of [
      bootstrapMean(values, { resamples: 500 }),
      bcaInterval(values, { level: 0.95, resamples: 500, seed: 1 }),
      hierarchicalBootstrap(groups, { resamples: 200 }),
      stratifiedBootstrap(groups, { resamples: 200 }),
    ]) {
      expect(lo).toBeGreaterThanOrEqual(least);
      expect(hi).toBeLessThanOrEqual(most);
      expect(lo).toBeLessThanOrEqual(hi);
    }
  },
);

test('A higher level never narrows an interval', () => {
  const values = Array.from({ length: 20 }, (_, i) => (i * 7) % 11);
  const wide = bootstrapMean(values, { level: 0.99 });
  const narrow = bootstrapMean(values, { level: 0.8 });
  expect(wide.lo).toBeLessThan(narrow.lo);
  expect(wide.hi).toBeGreaterThan(narrow.hi);
});

test('New tasks are more uncertain than these tasks', () => {
  const groups = [
    [0.1, 0.2, 0.15],
    [0.9, 0.8, 0.85],
    [0.5, 0.4, 0.45],
  ];
  const these = stratifiedBootstrap(groups);
  const others = hierarchicalBootstrap(groups);
  expect(these).toMatchObject({ speaksOf: 'these tasks', tasks: 3, runs: 9 });
  expect(others).toMatchObject({ speaksOf: 'new tasks', method: 'hierarchical-bootstrap' });
  expect(others.hi - others.lo).toBeGreaterThan(these.hi - these.lo);
  const robust = stratifiedBootstrap(groups, { statistic: pooledInterquartileMean });
  expect(robust.estimate).toBeCloseTo(pooledInterquartileMean(groups), 15);
});

test('BCa says so when the replicates cannot place the mean', () => {
  expect(() => bcaInterval([0, 1, 2, 3, 10], { level: 0.95, resamples: 2, seed: 3 })).toThrow(
    /one side of the mean/,
  );
  expect(bcaInterval([0.7, 0.7], { level: 0.95, resamples: 50, seed: 0 })).toEqual({
    lo: 0.7,
    hi: 0.7,
    z0: null,
    a: null,
  });
});

test('The bootstrap refuses what it cannot draw from', () => {
  expect(() => bootstrapMean([])).toThrow(/nothing to summarise/);
  expect(() => bootstrapMean([1], { level: 1 })).toThrow(/between 0 and 1/);
  expect(() => bootstrapMean([1, 2], { resamples: 0 })).toThrow(/at least 1/);
  expect(() => hierarchicalBootstrap([])).toThrow(/no task/);
  expect(() => hierarchicalBootstrap([[1], []])).toThrow(/nothing to summarise/);
});

test('Table A1 comes out of the printed coverage of Llama at zero slack', () => {
  const { rows } = JSON.parse(readFileSync(new URL('../../data/paper/b2.json', import.meta.url), 'utf8')) as {
    rows: { model: string; slack: number; arm: string; covered_rows_of_75: number[] }[];
  };
  const arm = (name: string) =>
    rows.find(({ model, slack, arm: own }) => model === 'Llama-3.3-70B' && slack === 0 && own === name)
      ?.covered_rows_of_75 ?? [];
  const escalating = arm('escalating');
  const d = arm('constant@mean').map((value, i) => (value - (escalating[i] as number)) / 75);
  const { mean, lo, hi } = bootstrapMean(d);
  expect([mean, lo, hi].map((value) => value.toFixed(3))).toEqual(['0.087', '0.051', '0.128']);
});

import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { compareIndependent, probabilityOfImprovement } from './improvement.ts';
import { interquartileMean } from './interquartile-mean.ts';
import { performanceProfile } from './performance-profile.ts';
import { rankDistribution } from './ranks.ts';

const values = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 25 });

property.prop([values, values])('compareIndependent counts every pair', (x, y) => {
  const signs = x.flatMap((a) => y.map((b) => Math.sign(a - b)));
  const delta = signs.reduce((sum: number, sign) => sum + sign, 0) / signs.length;
  const result = compareIndependent(x, y);
  expect(result.cliffsDelta).toBeCloseTo(delta, 14);
  expect(result.probabilityOfImprovement).toBeCloseTo((delta + 1) / 2, 14);
  expect(compareIndependent(y, x).cliffsDelta).toBeCloseTo(-delta, 14);
});

test('Probability of improvement is averaged over tasks, where pooling would say the opposite', () => {
  const tasks = [
    { x: [0.2, 0.2, 0.2], y: [0.1] },
    { x: [0.9], y: [0.8, 0.8, 0.8] },
  ];
  expect(probabilityOfImprovement(tasks)).toBe(1);
  const pooled = compareIndependent(
    tasks.flatMap((task) => task.x),
    tasks.flatMap((task) => task.y),
  );
  expect(pooled.probabilityOfImprovement).toBeLessThan(0.5);
  expect(() => probabilityOfImprovement([])).toThrow(/no task/);
});

property.prop([values])('The interquartile mean ignores what the outer quarters hold', (x) => {
  const sorted = [...x].sort((a, b) => a - b);
  const dropped = Math.floor(x.length / 4);
  const wild = sorted.map((value, i) => (i < dropped ? -1e6 : i >= x.length - dropped ? 1e6 : value));
  expect(interquartileMean(wild)).toBeCloseTo(interquartileMean(x), 12);
});

test('A performance profile falls with tau and lies in its band', () => {
  const groups = [
    [0, 0.5, 1, 1],
    [0.2, 0.4, 0.9, 0.6],
  ];
  const { points, tasks, runs } = performanceProfile(groups, [0, 0.5, 0.9, 1], { resamples: 400 });
  expect([tasks, runs]).toEqual([2, 8]);
  expect(points.map((point) => point.reliability)).toEqual([1, 0.625, 0.375, 0.25]);
  for (const { reliability, lo, hi } of points) {
    expect(lo).toBeLessThanOrEqual(reliability);
    expect(hi).toBeGreaterThanOrEqual(reliability);
  }
  expect(() => performanceProfile(groups, [])).toThrow(/nothing/);
});

const steady = (level: number, spread: number) =>
  [0, 1, 2].map((task) =>
    Array.from({ length: 6 }, (_, seed) => level + spread * Math.sin(7 * task + 3 * seed)),
  );

test('Models far apart have one rank each, models alike share theirs', () => {
  const { models, method } = rankDistribution(
    [
      { model: 'low', groups: steady(0.1, 0.01) },
      { model: 'high', groups: steady(0.9, 0.01) },
      { model: 'twin', groups: steady(0.9, 0.01) },
    ],
    { resamples: 300 },
  );
  expect(models.map(({ model }) => model)).toEqual(['high', 'twin', 'low']);
  expect(models.map(({ rankSet }) => rankSet)).toEqual([
    [1, 2],
    [1, 2],
    [3, 3],
  ]);
  expect(models[0]?.chances).toEqual([0.5, 0.5, 0]);
  expect(models[2]?.chances).toEqual([0, 0, 1]);
  expect(method).toContain('joint bootstrap');
});

test('Rank chances add to one by model and by rank, and the rank set covers the likely rank', () => {
  const noisy = ['a', 'b', 'c', 'd'].map((model, m) => ({
    model,
    groups: [0, 1].map((task) =>
      Array.from({ length: 8 }, (_, s) => Math.sin(11 * m + 5 * task + 2 * s) + m / 4),
    ),
  }));
  for (const resampling of ['seeds', 'tasks-and-seeds'] as const) {
    const { models } = rankDistribution(noisy, { resamples: 200, resampling });
    for (const { chances, rankSet } of models) {
      expect(chances.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
      const likely = chances.indexOf(Math.max(...chances)) + 1;
      expect(likely).toBeGreaterThanOrEqual(rankSet[0]);
      expect(likely).toBeLessThanOrEqual(rankSet[1]);
    }
    for (let rank = 0; rank < 4; rank += 1)
      expect(models.reduce((sum, { chances }) => sum + (chances[rank] as number), 0)).toBeCloseTo(1, 12);
  }
});

test('Only models that ran the same tasks and seeds are ranked', () => {
  const first = { model: 'a', groups: [[1, 2], [3]] };
  expect(() => rankDistribution([])).toThrow(/no model/);
  expect(() => rankDistribution([first, { model: 'b', groups: [[1, 2]] }])).toThrow(/differ in tasks/);
  expect(() => rankDistribution([first, { model: 'b', groups: [[1], [3]] }])).toThrow(/differ in tasks/);
});

import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import { f1FromCounts } from './f1.ts';
import { outputBudgetCap } from './output-budget.ts';
import { trinomialPower } from './power.ts';
import { minimumDetectableEffect, tasksNeeded } from './sample-size.ts';

const NS = [3, 5, 8, 12, 20, 30, 50];

/** Per regime: probabilities, the power that specification §2.7 prints, Table A18, and the largest gap between them. */
const REGIMES = [
  [0.37, 0.37, [0.1, 0.13, 0.08, 0.06, 0.05, 0.04, 0.05], [0.08, 0.07, 0.07, 0.05, 0.09, 0.06, 0.04], 0.061],
  [0.46, 0.27, [0.12, 0.18, 0.14, 0.12, 0.16, 0.21, 0.34], [0.11, 0.12, 0.1, 0.14, 0.18, 0.26, 0.31], 0.055],
  [0.5, 0.19, [0.13, 0.26, 0.24, 0.27, 0.38, 0.53, 0.77], [0.15, 0.23, 0.21, 0.33, 0.39, 0.57, 0.7], 0.067],
  [0.78, 0.05, [0.48, 0.74, 0.84, 0.92, 0.995, 1, 1], [0.48, 0.74, 0.84, 0.92, 1, 1, 1], 0.005],
] as const;

verifies('stats.power.reference-model', () => {
  for (const [up, down, specified, printed, gap] of REGIMES) {
    const power = NS.map((n) => trinomialPower({ up, down }, n));
    for (const [i, value] of power.entries())
      expect(Math.abs(value - (specified[i] as number))).toBeLessThan(0.0056);
    const largest = Math.max(...power.map((value, i) => Math.abs(value - (printed[i] as number))));
    expect(largest).toBeCloseTo(gap, 3);
  }
});

test('Power by hand: three pairs exclude 0 only when all three agree', () => {
  expect(trinomialPower({ up: 0.37, down: 0.37 }, 3)).toBeCloseTo(2 * 0.37 ** 3, 12);
  expect(trinomialPower({ up: 1, down: 0 }, 4)).toBe(1);
  expect(trinomialPower({ up: 0, down: 0 }, 6)).toBe(0);
});

property.prop([
  fc.integer({ min: 1, max: 25 }),
  fc.double({ min: 0, max: 0.5, noNaN: true }),
  fc.double({ min: 0, max: 0.5, noNaN: true }),
])('Power is a probability and does not know which way the effect points', (n, up, down) => {
  const power = trinomialPower({ up, down }, n);
  expect(power).toBeGreaterThanOrEqual(0);
  expect(power).toBeLessThanOrEqual(1);
  expect(trinomialPower({ up: down, down: up }, n)).toBeCloseTo(power, 12);
});

test('Power refuses what is no design', () => {
  expect(() => trinomialPower({ up: 0.7, down: 0.7 }, 5)).toThrow(/probability/);
  expect(() => trinomialPower({ up: 0.1, down: 0.1 }, 0)).toThrow(/at least 1/);
  expect(() => trinomialPower({ up: 0.1, down: 0.1 }, 5000)).toThrow(/at most 200/);
});

const variance = fc.double({ min: 0.001, max: 1, noNaN: true });

property.prop([fc.integer({ min: 1, max: 5000 }), variance, variance, fc.integer({ min: 1, max: 20 })])(
  'tasksNeeded undoes minimumDetectableEffect',
  (n, omega2, sigma2, k) => {
    const design = { omega2, sigma2A: sigma2, kA: k, sigma2B: sigma2, kB: k };
    expect(tasksNeeded(minimumDetectableEffect(n, design).effect, design).tasks).toBe(n);
  },
);

test('More seeds cut only the variance within tasks', () => {
  const once = minimumDetectableEffect(50, { omega2: 0.1, sigma2A: 0.2, sigma2B: 0.2 });
  const often = minimumDetectableEffect(50, { omega2: 0.1, sigma2A: 0.2, sigma2B: 0.2, kA: 1e6, kB: 1e6 });
  expect(once).toMatchObject({ betweenTasks: 0.1, withinTasks: 0.4 });
  expect(often.betweenTasks).toBe(0.1);
  expect(often.effect).toBeCloseTo(once.effect * Math.sqrt(0.1 / 0.5), 5);
});

test('A design with a negative variance, an odd power or no effect is refused', () => {
  expect(() => minimumDetectableEffect(10, { omega2: -1 })).toThrow(/0 or more/);
  expect(() => minimumDetectableEffect(10, { omega2: 1, power: 1 })).toThrow(/between 0 and 1/);
  expect(() => minimumDetectableEffect(10, { omega2: 1, alpha: 0 })).toThrow(/between 0 and 1/);
  expect(() => minimumDetectableEffect(0, { omega2: 1 })).toThrow(/nothing to estimate/);
  expect(() => tasksNeeded(0, { omega2: 1 })).toThrow(/above 0/);
});

property.prop([fc.nat({ max: 200 }), fc.nat({ max: 200 }), fc.nat({ max: 200 })])(
  'F1 is the harmonic mean of recall and precision',
  (u, extra, missed) => {
    const { recall, precision, f1 } = f1FromCounts(u, u + extra, u + missed);
    if (u === 0) {
      expect(precision).toBe(0);
      expect(f1).toBe(extra + missed === 0 ? null : 0);
    } else {
      expect(f1).toBeCloseTo(2 / (1 / (recall as number) + 1 / precision), 12);
    }
  },
);

test('F1 has stated rules for empty submissions and empty truth, and refuses impossible counts', () => {
  expect(f1FromCounts(0, 0, 25)).toEqual({ recall: 0, precision: 0, f1: 0 });
  expect(f1FromCounts(0, 5, 0)).toEqual({ recall: null, precision: 0, f1: 0 });
  expect(f1FromCounts(0, 0, 0)).toEqual({ recall: null, precision: 0, f1: null });
  expect(() => f1FromCounts(6, 5, 10)).toThrow(/from 0 to 5/);
  expect(() => f1FromCounts(1, -1, 10)).toThrow(/at least 0/);
});

test('An output budget caps recall and F1, and never beyond the truth', () => {
  expect(outputBudgetCap(6000, 54, 750)).toMatchObject({ rows: 111, recall: 0.148 });
  expect(outputBudgetCap(1e9, 54, 750)).toEqual({ rows: 750, recall: 1, f1: 1 });
  expect(outputBudgetCap(0, 54, 750)).toEqual({ rows: 0, recall: 0, f1: 0 });
  expect(() => outputBudgetCap(6000, 0, 750)).toThrow(/above 0/);
  expect(() => outputBudgetCap(-1, 54, 750)).toThrow(/0 or more/);
  expect(() => outputBudgetCap(6000, 54, 0)).toThrow(/no true row/);
});

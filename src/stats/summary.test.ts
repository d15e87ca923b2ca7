import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { cvar, cvarFractional } from './cvar.ts';
import { mean } from './mean.ts';
import { quantile, quartiles } from './quantile.ts';
import { degradationGap, reliabilityAt, worst } from './reliability.ts';
import { stdPopulation, stdSample } from './spread.ts';
import { summarise } from './summary.ts';

const score = fc.integer({ min: 0, max: 1000 }).map((k) => k / 1000);
const scores = fc.array(score, { minLength: 1, maxLength: 60 });
const share = fc.double({ min: 0.001, max: 1, noNaN: true });
const NEAR = 1e-12;

property.prop([scores, share])('worst <= fractional CVaR <= ceil CVaR <= mean <= best', (values, alpha) => {
  const summary = summarise(values, { alpha });
  expect(summary.worst).toBeLessThanOrEqual(summary.cvarFractional + NEAR);
  expect(summary.cvarFractional).toBeLessThanOrEqual(summary.cvarCeil + NEAR);
  expect(summary.cvarCeil).toBeLessThanOrEqual(summary.mean + NEAR);
  expect(summary.mean).toBeLessThanOrEqual(summary.best);
  expect(summary.gap).toBeGreaterThanOrEqual(0);
});

property.prop([scores, fc.integer({ min: -50, max: 50 }), fc.integer({ min: 1, max: 8 })])(
  'Shift moves places and leaves spreads; scale multiplies both',
  (values, shift, scale) => {
    const base = summarise(values, { tau: 0.5 });
    const moved = summarise(
      values.map((value) => value * scale + shift),
      { tau: 0.5 * scale + shift },
    );
    for (const place of ['mean', 'worst', 'best', 'cvarCeil', 'cvarFractional'] as const)
      expect(moved[place]).toBeCloseTo(base[place] * scale + shift, 10);
    for (const spread of ['stdPopulation', 'gap'] as const)
      expect(moved[spread]).toBeCloseTo(base[spread] * scale, 10);
  },
);

property.prop([score, fc.integer({ min: 1, max: 40 })])(
  'A constant sample has its value and no spread',
  (value, n) => {
    const same = new Array<number>(n).fill(value);
    expect(summarise(same)).toMatchObject({
      mean: value,
      stdPopulation: 0,
      stdSample: n === 1 ? null : 0,
      cvarCeil: value,
      gap: 0,
      quartiles: [value, value, value],
    });
  },
);

property.prop([scores])('CVaR at 1 is the mean, and while alpha n <= 1 it is the worst', (values) => {
  expect(cvar(values, 1)).toBe(mean(values));
  expect(cvarFractional(values, 1)).toBeCloseTo(mean(values), 12);
  expect(cvar(values, 1 / values.length)).toBe(worst(values));
  expect(cvarFractional(values, 1 / values.length)).toBe(worst(values));
});

property.prop([scores, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 2 })])(
  'quantile rises with p from the worst to the best',
  (values, levels) => {
    const [low = 0, high = 1] = [...levels].sort((a, b) => a - b);
    expect(quantile(values, low)).toBeLessThanOrEqual(quantile(values, high) + NEAR);
    expect(quantile(values, 0)).toBe(worst(values));
    expect(quantile(values, 1)).toBe(Math.max(...values));
  },
);

test('reliabilityAt counts a score equal to tau', () => {
  expect(reliabilityAt([0.5, 0.4999, 1], 0.5)).toBeCloseTo(2 / 3, 15);
});

test('Quartiles interpolate between order statistics', () => {
  expect(quartiles([4, 1, 3, 2])).toEqual([1.75, 2.5, 3.25]);
});

test('degradationGap sets the easiest mean against the hardest worst', () => {
  expect(degradationGap([0.9, 1], [0.2, 0.4])).toBeCloseTo(0.75, 15);
});

test('Standard deviations differ by their divisor', () => {
  expect(stdPopulation([0, 0, 1, 0, 0, 0, 0, 1, 1, 1])).toBeCloseTo(0.4898979485566356, 15);
  expect(stdSample([0, 0, 1, 0, 0, 0, 0, 1, 1, 1])).toBeCloseTo(0.5163977794943223, 15);
});

test('Bad samples give coded errors and never a number', () => {
  const code = (run: () => unknown): string => {
    try {
      return `gave ${String(run())}`;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  for (const statistic of [mean, stdPopulation, stdSample, worst, quartiles, summarise]) {
    expect(code(() => statistic([]))).toBe('empty');
    expect(code(() => statistic([1, Number.NaN]))).toBe('non-finite');
    expect(code(() => statistic([Number.NEGATIVE_INFINITY]))).toBe('non-finite');
  }
  for (const alpha of [0, -0.1, 1.0001]) {
    expect(code(() => cvar([1], alpha))).toBe('alpha-out-of-range');
    expect(code(() => cvarFractional([1], alpha))).toBe('alpha-out-of-range');
  }
  expect(code(() => cvar([1], Number.NaN))).toBe('non-finite');
  expect(code(() => reliabilityAt([1], Number.POSITIVE_INFINITY))).toBe('non-finite');
  expect(code(() => quantile([1], 1.5))).toBe('p-out-of-range');
});

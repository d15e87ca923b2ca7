import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import { benjaminiHochberg, holm } from './multiplicity.ts';
import { meanPassK, passK } from './pass-k.ts';
import { clopperPearson, wilsonInterval, worstCaseBound, zeroEventBound } from './proportion.ts';

const events = fc
  .integer({ min: 1, max: 300 })
  .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));
const level = fc.constantFrom(0.5, 0.8, 0.9, 0.95, 0.99, 0.999);
const probabilities = fc.array(
  fc.integer({ min: 0, max: 1000 }).map((k) => k / 1000),
  { maxLength: 30 },
);

property.prop([events, level])(
  'Intervals of a share hold the share and mirror with it',
  ([k, n], confidence) => {
    for (const interval of [wilsonInterval, clopperPearson]) {
      const { lo, hi } = interval(k, n, confidence);
      const mirrored = interval(n - k, n, confidence);
      expect(lo).toBeLessThanOrEqual(k / n);
      expect(hi).toBeGreaterThanOrEqual(k / n);
      expect(mirrored.lo).toBeCloseTo(1 - hi, 10);
      expect(mirrored.hi).toBeCloseTo(1 - lo, 10);
    }
  },
);

test('An event that never, or always, happened has an end that is exactly 0, or 1', () => {
  for (const interval of [wilsonInterval, clopperPearson]) {
    expect(interval(0, 20).lo).toBe(0);
    expect(interval(20, 20).hi).toBe(1);
  }
  expect(clopperPearson(0, 20).hi).toBeCloseTo(1 - 0.025 ** (1 / 20), 14);
});

property.prop([events])('Clopper-Pearson bounds solve the tail equations', ([k, n]) => {
  const { lo, hi } = clopperPearson(k, n);
  const upper = (p: number): number => {
    let term = (1 - p) ** n;
    let below = 0;
    for (let i = 0; i <= n; i += 1) {
      if (i >= k) return 1 - below;
      below += term;
      term *= (((n - i) / (i + 1)) * p) / (1 - p);
    }
    return 1 - below;
  };
  if (k > 0 && n < 200) expect(upper(lo)).toBeCloseTo(0.025, 8);
  expect(hi).toBeGreaterThan(lo);
});

test('No event in n trials still allows about 3/n', () => {
  expect(zeroEventBound(120).exact).toBeCloseTo(0.0246554, 7);
  expect(zeroEventBound(120).ruleOfThree).toBe(0.025);
  expect(zeroEventBound(1e9).exact * 1e9).toBeCloseTo(Math.log(20), 6);
  expect(worstCaseBound([0.3, 0.9], 0.95)).toMatchObject({ n: 2, observedMinimum: 0.3 });
  expect(worstCaseBound(new Array(50).fill(1)).chanceBelow).toBeCloseTo(0.058155, 6);
  expect(worstCaseBound(new Array(10).fill(1)).chanceBelow).toBeCloseTo(0.258866, 6);
});

test('Impossible counts are refused by code', () => {
  const codes = [
    [() => wilsonInterval(0, 0), 'empty'],
    [() => clopperPearson(5, 4), 'k-out-of-range'],
    [() => wilsonInterval(-1, 4), 'k-out-of-range'],
    [() => wilsonInterval(1.5, 4), 'k-out-of-range'],
    [() => wilsonInterval(Number.NaN, 4), 'non-finite'],
    [() => wilsonInterval(1, 4, 1), 'level-out-of-range'],
    [() => zeroEventBound(0), 'empty'],
    [() => passK(3, 2, 5), 'k-exceeds-n'],
    [() => passK(3, 4, 1), 'k-out-of-range'],
    [() => passK(0, 0, 0), 'empty'],
    [() => passK(3, 1, -1), 'k-out-of-range'],
    [() => passK(3, 1, 0.5), 'k-out-of-range'],
    [() => meanPassK([], 1), 'empty'],
    [() => holm([0.1, 1.2]), 'p-out-of-range'],
    [() => holm([0.1, Number.NaN]), 'non-finite'],
    [() => benjaminiHochberg([-0.1]), 'p-out-of-range'],
  ] as const;
  for (const [run, code] of codes) expect(run).toThrow(expect.objectContaining({ code }));
});

verifies('stats.holm.dominates-raw', () => {
  fc.assert(
    fc.property(probabilities, (p) => {
      const adjusted = holm(p);
      const discovery = benjaminiHochberg(p);
      const order = p.map((_, i) => i).sort((a, b) => (p[a] as number) - (p[b] as number));
      for (const [rank, i] of order.entries()) {
        expect(adjusted[i]).toBeGreaterThanOrEqual(p[i] as number);
        expect(adjusted[i]).toBeLessThanOrEqual(1);
        expect(discovery[i]).toBeGreaterThanOrEqual((p[i] as number) - 1e-15);
        expect(discovery[i]).toBeLessThanOrEqual((adjusted[i] as number) + 1e-15);
        const before = order[rank - 1];
        if (before !== undefined) {
          expect(adjusted[i]).toBeGreaterThanOrEqual(adjusted[before] as number);
          expect(discovery[i]).toBeGreaterThanOrEqual(discovery[before] as number);
        }
      }
    }),
  );
});

test('No p-values give none back', () => {
  expect(holm([])).toEqual([]);
  expect(benjaminiHochberg([])).toEqual([]);
});

property.prop([events, fc.integer({ min: 0, max: 300 })])(
  'pass@k rises with k, pass^k falls, and at k = 1 both are the success rate',
  ([c, n], raw) => {
    const k = Math.min(raw, n - 1);
    const [now, next, one] = [passK(n, c, k), passK(n, c, k + 1), passK(n, c, 1)];
    expect(next.passAtK).toBeGreaterThanOrEqual(now.passAtK - 1e-12);
    expect(next.passHatK).toBeLessThanOrEqual(now.passHatK + 1e-12);
    expect(one.passAtK).toBeCloseTo(c / n, 12);
    expect(one.passHatK).toBeCloseTo(c / n, 12);
  },
);

test('k = 0 and k = n are the trivial ends', () => {
  expect(passK(8, 3, 0)).toEqual({ passAtK: 0, passHatK: 1 });
  expect(passK(8, 3, 8)).toEqual({ passAtK: 1, passHatK: 0 });
  expect(passK(8, 8, 8)).toEqual({ passAtK: 1, passHatK: 1 });
  expect(
    meanPassK(
      [
        { n: 2, c: 2 },
        { n: 2, c: 0 },
      ],
      1,
    ),
  ).toEqual({ passAtK: 0.5, passHatK: 0.5 });
});

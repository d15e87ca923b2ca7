import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { bcaPower } from './bca-power.ts';
import { bootstrapMean } from './bootstrap.ts';
import { multinomial } from './power.ts';

/** Power by drawing the interval of every outcome that ten pairs can have. */
function drawnPower(up: number, down: number, n: number): number {
  const chance = multinomial(n);
  let power = 0;
  for (let u = 0; u <= n; u += 1) {
    for (let v = 0; v <= n - u; v += 1) {
      const d = Array.from({ length: n }, (_, at) => (at < u ? 1 : at < u + v ? -1 : 0));
      const { lo, hi } = bootstrapMean(d, { mode: 'recommended' });
      if (lo > 0 || hi < 0) power += chance(u, v, up, down);
    }
  }
  return power;
}

test('bcaPower is what the drawn intervals of all outcomes add up to', () => {
  const powerOf = bcaPower(10);
  for (const [up, down] of [
    [0.37, 0.37],
    [0.5, 0.19],
    [0.78, 0.05],
  ] as const) {
    expect(powerOf({ up, down })).toBeCloseTo(drawnPower(up, down, 10), 1);
  }
  expect(powerOf({ up: 1, down: 0 })).toBe(1);
  expect(powerOf({ up: 0, down: 0 })).toBe(0);
});

const POWER_OF_20 = bcaPower(20);

property.prop([fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })])(
  'bcaPower is a probability, and the same when rising and falling change places',
  (first, share) => {
    const [up, down] = [first, (1 - first) * share];
    const power = POWER_OF_20({ up, down });
    expect(power).toBeGreaterThanOrEqual(0);
    expect(power).toBeLessThanOrEqual(1);
    expect(POWER_OF_20({ up: down, down: up })).toBeCloseTo(power, 12);
  },
);

test('bcaPower refuses what it cannot sum, and chances that are none', () => {
  for (const n of [1, 201, 2.5])
    expect(() => bcaPower(n)).toThrow(expect.objectContaining({ code: 'count-out-of-range' }));
  expect(() => POWER_OF_20({ up: 0.7, down: 0.5 })).toThrow(
    expect.objectContaining({ code: 'p-out-of-range' }),
  );
});

import { fc, test } from '@fast-check/vitest';
import { describe, expect, test as it } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import { mean } from '../stats/mean.ts';
import { pendingShare } from './progress.ts';
import { constantAtMean, intensityLevels, openSchedule, type ScheduleSpec } from './schedule.ts';

const unit = fc.double({ min: 0, max: 1, noNaN: true });

/** Any schedule that can be opened. */
const anySchedule: fc.Arbitrary<ScheduleSpec> = fc
  .tuple(fc.constantFrom('linear', 'step', 'plateau', 'constant'), unit, unit, unit)
  .map(([kind, a, b, at]): ScheduleSpec => {
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    if (kind === 'linear') return { kind, from: low, to: high };
    if (kind === 'step') return { kind, low, high, at };
    if (kind === 'plateau') return { kind, from: low, to: high, at };
    return { kind: 'constant', level: a };
  });

const anyTotal = fc.integer({ min: 1, max: 200 });

verifies('adversity.schedule.rises-with-successes', () => {
  fc.assert(
    fc.property(anySchedule, anyTotal, (spec, total) => {
      const schedule = openSchedule(spec);
      const levels = Array.from({ length: total + 3 }, (_, successes) =>
        schedule.intensity({ successes, total }),
      );
      expect(levels.every((level) => level >= 0 && level <= 1)).toBe(true);
      expect(levels.slice(1).every((level, index) => level >= (levels[index] as number))).toBe(true);
    }),
  );
});

verifies('adversity.schedule.matched-mean', () => {
  const ramp = openSchedule({ kind: 'linear', from: 0, to: 1 });
  expect(intensityLevels(ramp, 5)).toEqual([0.2, 0.4, 0.6, 0.8, 1]);
  expect(constantAtMean(ramp, 5).spec).toEqual({ kind: 'constant', level: 0.6 });
  fc.assert(
    fc.property(anySchedule, anyTotal, (spec, total) => {
      const schedule = openSchedule(spec);
      const control = intensityLevels(constantAtMean(schedule, total), total);
      expect(mean(control)).toBe(mean(intensityLevels(schedule, total)));
    }),
  );
});

describe('openSchedule()', () => {
  it('steps up once the pending success reaches the share', () => {
    const schedule = openSchedule({ kind: 'step', low: 0.1, high: 0.9, at: 0.6 });
    expect(intensityLevels(schedule, 5)).toEqual([0.1, 0.1, 0.9, 0.9, 0.9]);
  });

  it('rises to a plateau and stays there', () => {
    const schedule = openSchedule({ kind: 'plateau', from: 0, to: 0.5, at: 0.4 });
    expect(intensityLevels(schedule, 5)).toEqual([0.25, 0.5, 0.5, 0.5, 0.5]);
  });

  it('reaches the end of a ramp exactly, and stays at it past the last success', () => {
    const schedule = openSchedule({ kind: 'linear', from: 0.1, to: 0.7 });
    expect(schedule.intensity({ successes: 4, total: 5 })).toBe(0.7);
    expect(schedule.intensity({ successes: 9, total: 5 })).toBe(0.7);
  });

  it.each([
    [{ kind: 'constant', level: 1.2 }],
    [{ kind: 'constant', level: Number.NaN }],
    [{ kind: 'linear', from: 0.5, to: 0.4 }],
    [{ kind: 'step', low: 0.5, high: 0.4, at: 0.5 }],
    [{ kind: 'plateau', from: 0, to: 1, at: -0.1 }],
  ] as const)('refuses %o', (spec) => {
    expect(() => openSchedule(spec)).toThrow(expect.objectContaining({ code: 'invalid-schedule' }));
  });
});

test.prop([fc.integer(), fc.integer()])(
  'pendingShare() is in (0, 1] or throws a RangeError',
  (successes, total) => {
    const share = () => pendingShare({ successes, total });
    if (successes < 0 || total < 1) expect(share).toThrow(RangeError);
    else expect(share() > 0 && share() <= 1).toBe(true);
  },
);

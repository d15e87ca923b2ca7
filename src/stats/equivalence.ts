import { MeasurandError } from '../core/errors.ts';
import { mean } from './mean.ts';
import type { Interval } from './result.ts';
import { requireAlpha, requireFinite, requireSample } from './sample.ts';
import { stdSample } from './spread.ts';
import { studentCdf, studentCritical } from './student.ts';

/** `undecided` is neither: a wide interval is no evidence of a tie. */
export type EquivalenceVerdict = 'equivalent' | 'different' | 'undecided';

export interface EquivalenceTest {
  readonly n: number;
  readonly difference: number;
  readonly margin: number;
  readonly alpha: number;
  /** The larger of the two one-sided p-values; null at n = 1 or without variance. */
  readonly p: number | null;
  /** The 1 - 2 alpha interval of the difference; null at n = 1. */
  readonly interval: Interval | null;
  readonly verdict: EquivalenceVerdict;
  readonly method: 'two one-sided t tests';
  readonly caution: string | null;
}

function requireMargin(margin: number): void {
  requireFinite(margin, 'margin');
  if (margin <= 0) {
    throw new MeasurandError('margin-out-of-range', `must be above 0, not ${margin}`, {
      field: 'margin',
      next: 'Name the largest difference that would not matter, before running',
    });
  }
}

/**
 * Reads an interval against a margin: inside is equivalent, wholly outside is different, anything else undecided.
 * A difference may be significant and still equivalent.
 *
 * @throws MeasurandError `non-finite`, `margin-out-of-range`
 */
export function againstMargin({ lo, hi }: Interval, margin: number): EquivalenceVerdict {
  requireFinite(lo, 'lo');
  requireFinite(hi, 'hi');
  requireMargin(margin);
  if (lo > -margin && hi < margin) return 'equivalent';
  return lo >= margin || hi <= -margin ? 'different' : 'undecided';
}

/**
 * Two one-sided t tests of paired differences against ±margin (specification §5.11): the test to pass before writing
 * "no effect".
 *
 * @param d paired differences
 * @param margin the largest difference that does not matter, above 0, declared before running
 * @throws MeasurandError `empty`, `non-finite`, `margin-out-of-range`, `alpha-out-of-range`
 */
export function equivalenceTest(d: readonly number[], margin: number, alpha = 0.05): EquivalenceTest {
  requireSample(d, 'd');
  requireMargin(margin);
  requireAlpha(alpha);
  const n = d.length;
  const difference = mean(d);
  const spread = stdSample(d);
  const shared = { n, difference, margin, alpha, method: 'two one-sided t tests' } as const;
  if (spread === null) {
    const caution = 'one pair says nothing about its own uncertainty';
    return { ...shared, p: null, interval: null, verdict: 'undecided', caution };
  }
  if (spread === 0) {
    const caution = 'the differences do not vary: the uncertainty is not identified';
    const interval = { lo: difference, hi: difference };
    return { ...shared, p: null, interval, verdict: 'undecided', caution };
  }
  const error = spread / Math.sqrt(n);
  const above = studentCdf(-(difference + margin) / error, n - 1);
  const below = studentCdf(-(margin - difference) / error, n - 1);
  const half = studentCritical(1 - 2 * alpha, n - 1) * error;
  const interval = { lo: difference - half, hi: difference + half };
  return {
    ...shared,
    p: Math.max(above, below),
    interval,
    verdict: againstMargin(interval, margin),
    caution: null,
  };
}

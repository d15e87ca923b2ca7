import { MeasurandError } from '../core/errors.ts';
import { overflowScale, scaledSum } from './exact-sum.ts';
import { mean } from './mean.ts';
import { ascending } from './order.ts';
import { requireFinite, requireSample } from './sample.ts';

/** 0.07 × 100 is 7.000000000000001 in doubles and must still mean seven runs. */
const SLACK = 1e-9;

function requireFraction(alpha: number): void {
  requireFinite(alpha, 'alpha');
  if (alpha <= 0 || alpha > 1) {
    throw new MeasurandError('alpha-out-of-range', `must lie in (0, 1], not ${alpha}`, { field: 'alpha' });
  }
}

/**
 * CVaR@alpha as the paper's tables compute it (Section 4.4): the mean of the k lowest scores,
 * k = max(1, ceil(alpha n)). One value: that value.
 *
 * @param alpha the share of worst runs, in (0, 1]
 * @throws MeasurandError `empty`, `non-finite`, `alpha-out-of-range`
 */
export function cvar(values: ArrayLike<number>, alpha: number): number {
  requireSample(values);
  requireFraction(alpha);
  const lowest = Math.min(values.length, Math.max(1, Math.ceil(alpha * values.length - SLACK)));
  return mean(ascending(values).subarray(0, lowest));
}

/**
 * CVaR@alpha with the boundary run counted in part (Rockafellar, Uryasev 2000; Acerbi, Tasche 2002): continuous in
 * alpha, the minimum while alpha n <= 1, the mean at alpha = 1.
 *
 * @param alpha the share of worst runs, in (0, 1]
 * @throws MeasurandError `empty`, `non-finite`, `alpha-out-of-range`
 */
export function cvarFractional(values: ArrayLike<number>, alpha: number): number {
  requireSample(values);
  requireFraction(alpha);
  const sorted = ascending(values);
  const runs = alpha * sorted.length;
  const whole = Math.min(sorted.length, Math.floor(runs));
  const worst = sorted[0] as number;
  if (runs <= 1) return worst + 0;
  const scale = overflowScale(sorted);
  const tail = [...sorted.subarray(0, whole)];
  const boundary = sorted[whole];
  if (boundary !== undefined) tail.push((runs - whole) * boundary);
  return Math.max(worst, scaledSum(tail, scale) / runs / scale) + 0;
}

import { MeasurandError } from '../core/errors.ts';
import { mean } from './mean.ts';
import type { Interval } from './result.ts';
import { requireAlpha, requireFinite, requireSize } from './sample.ts';

export interface ConfidenceSequenceOptions {
  /** Standard deviation bound; 1/2 covers every score in [0, 1]. @default 0.5 */
  readonly sigma?: number;
  /** Mixing variance: small values favour late looks. @default 0.05 */
  readonly rho2?: number;
  /** @default 0.05 */
  readonly alpha?: number;
}

/** An interval that stays valid however often one looks. Unclipped: clip to [0, 1] for display only. */
export interface AnytimeInterval extends Interval {
  readonly n: number;
  readonly mean: number;
  readonly halfWidth: number;
  readonly alpha: number;
  readonly sigma: number;
  readonly rho2: number;
  readonly method: 'normal-mixture confidence sequence';
}

function requirePositive(value: number, field: string): void {
  requireFinite(value, field);
  if (value <= 0)
    throw new MeasurandError('variance-out-of-range', `must be above 0, not ${value}`, { field });
}

/**
 * Normal-mixture confidence sequence at n observations with this mean (Robbins 1970; Howard et al. 2021;
 * specification §5.8): valid at every n at once, so runs may stop early.
 *
 * @throws MeasurandError `non-finite`, `empty` for n = 0, `count-out-of-range`, `variance-out-of-range`, `alpha-out-of-range`
 */
export function confidenceSequenceAt(
  n: number,
  average: number,
  options: ConfidenceSequenceOptions = {},
): AnytimeInterval {
  const { sigma = 0.5, rho2 = 0.05, alpha = 0.05 } = options;
  requireSize(n, 'n');
  requireFinite(average, 'mean');
  requirePositive(sigma, 'sigma');
  requirePositive(rho2, 'rho2');
  requireAlpha(alpha);
  const mixed = n * rho2;
  const looks = Math.log(Math.sqrt(mixed + 1) / alpha);
  const halfWidth = sigma * Math.sqrt(((2 * (mixed + 1)) / (n * mixed)) * looks);
  return {
    n,
    mean: average,
    lo: average - halfWidth,
    hi: average + halfWidth,
    halfWidth,
    alpha,
    sigma,
    rho2,
    method: 'normal-mixture confidence sequence',
  };
}

/** The sequence along a list of scores: one interval after each. @throws MeasurandError as `confidenceSequenceAt`, `empty` */
export function confidenceSequence(
  values: readonly number[],
  options: ConfidenceSequenceOptions = {},
): readonly AnytimeInterval[] {
  if (values.length === 0) throw new MeasurandError('empty', 'there is no score yet', { field: 'values' });
  return values.map((_, i) => confidenceSequenceAt(i + 1, mean(values.slice(0, i + 1)), options));
}

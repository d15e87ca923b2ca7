import { MeasurandError } from '../core/errors.ts';
import { Random, type RandomSeed } from '../core/random.ts';
import { overflowScale, scaledSum } from './exact-sum.ts';
import { mean } from './mean.ts';
import { normalCdf, normalCritical, normalQuantile } from './normal.ts';
import { quantileOfSorted } from './quantile.ts';
import { sortedResampleMeans } from './resample.ts';
import type { Interval } from './result.ts';
import { requireCount, requireLevel, requireSample } from './sample.ts';

export interface BcaSettings {
  readonly level: number;
  readonly resamples: number;
  readonly seed: RandomSeed;
}

export interface BcaInterval extends Interval {
  /** Bias correction; null when every replicate is equal. */
  readonly z0: number | null;
  /** Acceleration; null when every replicate is equal. */
  readonly a: number | null;
}

/** Skewness of the jackknife means over six: how fast the standard error changes with the mean. */
function acceleration(values: readonly number[]): number {
  const scale = overflowScale(values);
  const total = scaledSum(values, scale);
  const jackknife = values.map((value) => (total - value * scale) / (values.length - 1));
  const centre = mean(jackknife);
  const cubes = jackknife.map((value) => (centre - value) ** 3);
  const squares = jackknife.map((value) => (centre - value) ** 2);
  const spread = scaledSum(squares, 1);
  return spread === 0 ? 0 : scaledSum(cubes, 1) / (6 * spread ** 1.5);
}

function shareBelow(sorted: Float64Array, value: number): number {
  let halves = 0;
  for (const replicate of sorted) halves += replicate < value ? 2 : replicate === value ? 1 : 0;
  return halves / 2 / sorted.length;
}

/** The level at which the replicates are read instead of Phi(z). */
export function adjustedLevel(z: number, z0: number, a: number): number {
  const shifted = z0 + z;
  const divisor = 1 - a * shifted;
  if (divisor <= 0) return shifted > 0 ? 1 : 0;
  return normalCdf(z0 + shifted / divisor);
}

/**
 * Bias-corrected and accelerated interval of a mean (Efron 1987; specification §5.5), read by type-7 interpolation.
 * Not useful below about ten values.
 *
 * @throws MeasurandError `empty`, `non-finite`, `level-out-of-range`, `count-out-of-range`,
 *   `too-few-resamples` when every replicate lies on one side of the mean
 */
export function bcaInterval(values: readonly number[], settings: BcaSettings): BcaInterval {
  requireSample(values);
  requireLevel(settings.level);
  requireCount(settings.resamples, 'resamples', 1);
  const centre = mean(values);
  const sorted = sortedResampleMeans(values, settings.resamples, new Random(settings.seed));
  if (values.every((value) => value === values[0])) return { lo: centre, hi: centre, z0: null, a: null };
  if (sorted[0] === sorted[sorted.length - 1]) {
    return { lo: sorted[0] as number, hi: sorted[0] as number, z0: null, a: null };
  }
  const z0 = normalQuantile(shareBelow(sorted, centre));
  if (!Number.isFinite(z0)) {
    throw new MeasurandError('too-few-resamples', 'every replicate lies on one side of the mean', {
      field: 'resamples',
      next: 'Draw at least a thousand',
    });
  }
  const a = acceleration(values);
  const z = normalCritical(settings.level);
  return {
    lo: quantileOfSorted(sorted, adjustedLevel(-z, z0, a)),
    hi: quantileOfSorted(sorted, adjustedLevel(z, z0, a)),
    z0: z0 + 0,
    a: a + 0,
  };
}

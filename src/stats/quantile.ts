import { ascending } from './order.ts';
import { requireProbability, requireSample } from './sample.ts';

/** Type-7 quantile of values that are already in ascending order and finite. */
export function quantileOfSorted(sorted: ArrayLike<number>, p: number): number {
  const position = p * (sorted.length - 1);
  const below = Math.min(sorted.length - 1, Math.max(0, Math.floor(position)));
  const low = sorted[below] as number;
  const high = sorted[Math.min(sorted.length - 1, below + 1)] as number;
  const share = position - below;
  const step = high - low;
  return (Number.isFinite(step) ? low + share * step : low * (1 - share) + high * share) + 0;
}

/**
 * Quantile by linear interpolation between order statistics (type 7 of Hyndman, Fan 1996).
 *
 * @param p in [0, 1]
 * @throws MeasurandError `empty`, `non-finite`, `p-out-of-range`
 */
export function quantile(values: ArrayLike<number>, p: number): number {
  requireSample(values);
  requireProbability(p, 'p');
  return quantileOfSorted(ascending(values), p);
}

/** First quartile, median and third quartile (type 7): the box of Figure 2. */
export function quartiles(values: ArrayLike<number>): readonly [number, number, number] {
  requireSample(values);
  const sorted = ascending(values);
  return [quantileOfSorted(sorted, 0.25), quantileOfSorted(sorted, 0.5), quantileOfSorted(sorted, 0.75)];
}

import type { Random } from '../core/random.ts';
import { overflowScale } from './exact-sum.ts';

/**
 * Mean of the values at the drawn places. The sum is compensated (two-sum), which for samples of this size rounds as
 * an exact sum does.
 */
export function meanOfDrawn(values: Float64Array, drawn: Uint32Array): number {
  let sum = 0;
  let rest = 0;
  for (let i = 0; i < drawn.length; i += 1) {
    const value = values[drawn[i] as number] as number;
    const next = sum + value;
    const part = next - sum;
    rest += sum - (next - part) + (value - part);
    sum = next;
  }
  return (sum + rest) / drawn.length;
}

/**
 * Means of `resamples` samples drawn with replacement, in ascending order. Each draws n indices in order
 * (specification §2.1).
 */
export function sortedResampleMeans(
  values: ArrayLike<number>,
  resamples: number,
  random: Random,
): Float64Array {
  const n = values.length;
  const scale = overflowScale(values);
  const scaled = Float64Array.from(values, (value) => value * scale);
  const drawn = new Uint32Array(n);
  const means = new Float64Array(resamples);
  for (let b = 0; b < resamples; b += 1) {
    random.fillBelow(drawn, n);
    means[b] = meanOfDrawn(scaled, drawn) / scale + 0;
  }
  return means.sort();
}

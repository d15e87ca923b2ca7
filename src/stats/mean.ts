import { overflowScale, scaledSum } from './exact-sum.ts';
import { requireSample } from './sample.ts';

/**
 * Arithmetic mean: the correctly rounded sum over n. It lies within the range of the values, so a constant sample
 * gives its value exactly.
 *
 * @throws MeasurandError `empty`, `non-finite`
 */
export function mean(values: ArrayLike<number>): number {
  requireSample(values);
  let least = values[0] as number;
  let most = least;
  for (let i = 1; i < values.length; i += 1) {
    least = Math.min(least, values[i] as number);
    most = Math.max(most, values[i] as number);
  }
  const scale = overflowScale(values);
  const quotient = scaledSum(values, scale) / values.length / scale;
  return Math.min(most, Math.max(least, quotient)) + 0;
}

import { mean } from './mean.ts';
import { ascending } from './order.ts';
import { requireSample } from './sample.ts';

/**
 * Interquartile mean: the mean after dropping floor(n/4) runs at each end, a centre that neither a lucky nor a lost
 * run moves (Agarwal et al. 2021). Pool the runs of all tasks first.
 *
 * @throws MeasurandError `empty`, `non-finite`
 */
export function interquartileMean(values: ArrayLike<number>): number {
  requireSample(values);
  const dropped = Math.floor(values.length / 4);
  return mean(ascending(values).subarray(dropped, values.length - dropped));
}

/** The interquartile mean of the pooled runs: a statistic for the stratified bootstrap. */
export function pooledInterquartileMean(groups: readonly ArrayLike<number>[]): number {
  return interquartileMean(groups.flatMap((group) => Array.from(group)));
}

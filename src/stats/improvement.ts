import { MeasurandError } from '../core/errors.ts';
import { mean } from './mean.ts';
import { ascending } from './order.ts';
import { requireSample } from './sample.ts';

/** How two independent samples compare, over all pairs of one run from each. */
export interface Improvement {
  readonly nX: number;
  readonly nY: number;
  /** (#{x > y} - #{x < y}) / (nX nY), in [-1, 1]. */
  readonly cliffsDelta: number;
  /** P(X > Y) + P(X = Y) / 2, in [0, 1]; delta = 2 PoI - 1. */
  readonly probabilityOfImprovement: number;
}

/** How many of an ascending list lie below the value, and how many at or below it. */
function ranksOf(value: number, sorted: Float64Array): { below: number; upTo: number } {
  const first = (reached: (x: number) => boolean): number => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (reached(sorted[middle] as number)) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  return { below: first((x) => x >= value), upTo: first((x) => x > value) };
}

/**
 * Cliff's delta of independent samples (Cliff 1993) and the probability of improvement (Agarwal et al. 2021).
 *
 * @throws MeasurandError `empty`, `non-finite`
 */
export function compareIndependent(x: readonly number[], y: readonly number[]): Improvement {
  requireSample(x, 'x');
  requireSample(y, 'y');
  const sorted = ascending(y);
  let above = 0;
  let under = 0;
  for (const value of x) {
    const { below, upTo } = ranksOf(value, sorted);
    above += below;
    under += sorted.length - upTo;
  }
  const pairs = x.length * y.length;
  return {
    nX: x.length,
    nY: y.length,
    cliffsDelta: (above - under) / pairs,
    probabilityOfImprovement: (above + (pairs - above - under) / 2) / pairs,
  };
}

/**
 * Probability that a run of X beats a run of Y on a task drawn at random: averaged over tasks, never pooled, since
 * pooling would compare runs of different tasks (Agarwal et al. 2021; specification §5.7).
 *
 * @throws MeasurandError `empty`, `non-finite`
 */
export function probabilityOfImprovement(
  tasks: readonly { readonly x: readonly number[]; readonly y: readonly number[] }[],
): number {
  if (tasks.length === 0) throw new MeasurandError('empty', 'there is no task', { field: 'tasks' });
  return mean(tasks.map(({ x, y }) => compareIndependent(x, y).probabilityOfImprovement));
}

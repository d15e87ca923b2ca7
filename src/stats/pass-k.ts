import { MeasurandError } from '../core/errors.ts';
import { mean } from './mean.ts';
import { requireCount, requireEvents, requireFinite, requireShareOf } from './sample.ts';

/** Chances over k of n trials drawn without replacement. */
export interface PassK {
  /** At least one of k succeeds (Chen et al. 2021). */
  readonly passAtK: number;
  /** All k succeed (Yao et al. 2025). */
  readonly passHatK: number;
}

/** C(c, k) / C(n, k). */
function shareOfSubsets(c: number, n: number, k: number): number {
  if (k > c) return 0;
  let share = 1;
  for (let i = 0; i < k && share > 0; i += 1) share *= (c - i) / (n - i);
  return share;
}

/**
 * Unbiased pass@k = 1 - C(n - c, k)/C(n, k) and pass^k = C(c, k)/C(n, k) of one task (specification §5.4).
 *
 * @param n trials
 * @param c successes among them
 * @param k trials drawn, 0 to n
 * @throws MeasurandError `k-exceeds-n`, `k-out-of-range` unless 0 <= c <= n and 0 <= k, `empty` for n = 0, `count-out-of-range`
 */
export function passK(n: number, c: number, k: number): PassK {
  requireCount(n, 'n', 0);
  requireFinite(k, 'k');
  if (k > n) {
    throw new MeasurandError('k-exceeds-n', `cannot draw ${k} of ${n} trials`, {
      field: 'k',
      next: 'Run more trials or ask for a smaller k',
    });
  }
  requireShareOf(k, 'k', 0, n);
  requireEvents(c, n);
  return { passAtK: 1 - shareOfSubsets(n - c, n, k), passHatK: shareOfSubsets(c, n, k) };
}

/**
 * The average of `passK` over tasks.
 *
 * @throws MeasurandError `empty` without tasks, and as `passK`
 */
export function meanPassK(tasks: readonly { readonly n: number; readonly c: number }[], k: number): PassK {
  if (tasks.length === 0) throw new MeasurandError('empty', 'there is no task', { field: 'tasks' });
  const each = tasks.map(({ n, c }) => passK(n, c, k));
  return {
    passAtK: mean(each.map((task) => task.passAtK)),
    passHatK: mean(each.map((task) => task.passHatK)),
  };
}

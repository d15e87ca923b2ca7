import { MeasurandError } from '../core/errors.ts';
import { normalQuantile } from './normal.ts';
import { requireAlpha, requireCount, requireFinite, requireSize } from './sample.ts';

/** A paired design over tasks: two arms, each run several times a task. Variances in squared score units. */
export interface PairedDesign {
  /** Variance over tasks of the true difference. */
  readonly omega2: number;
  /** Within-task variance of one run of arm a. @default 0 */
  readonly sigma2A?: number;
  /** Seeds per task of arm a. @default 1 */
  readonly kA?: number;
  readonly sigma2B?: number;
  readonly kB?: number;
  /** Two-sided. @default 0.05 */
  readonly alpha?: number;
  /** Power to reach, in (0, 1). @default 0.8 */
  readonly power?: number;
}

/** A task count or an effect, with the split that says whether seeds or tasks are wanting. */
export interface SampleSize {
  readonly tasks: number;
  /** Smallest true difference that is found with the stated power. */
  readonly effect: number;
  readonly alpha: number;
  readonly power: number;
  /** Variance of one task's difference that only more tasks can average out. */
  readonly betweenTasks: number;
  /** Variance of one task's difference that more seeds cut. */
  readonly withinTasks: number;
}

function requireVariance(value: number, field: string): void {
  requireFinite(value, field);
  if (value < 0) {
    throw new MeasurandError('variance-out-of-range', `must be 0 or more, not ${value}`, { field });
  }
}

function requirePower(power: number): void {
  requireFinite(power, 'power');
  if (power <= 0 || power >= 1) {
    throw new MeasurandError('p-out-of-range', `must lie between 0 and 1, not ${power}`, { field: 'power' });
  }
}

function resolve(design: PairedDesign): Omit<SampleSize, 'tasks' | 'effect'> & { readonly z: number } {
  const { omega2, sigma2A = 0, kA = 1, sigma2B = 0, kB = 1, alpha = 0.05, power = 0.8 } = design;
  requireVariance(omega2, 'omega2');
  requireVariance(sigma2A, 'sigma2A');
  requireVariance(sigma2B, 'sigma2B');
  requireCount(kA, 'kA', 1);
  requireCount(kB, 'kB', 1);
  requireAlpha(alpha);
  requirePower(power);
  const z = normalQuantile(1 - alpha / 2) + normalQuantile(power);
  return { alpha, power, betweenTasks: omega2, withinTasks: sigma2A / kA + sigma2B / kB, z };
}

/**
 * Minimum detectable effect of a paired design (Card et al. 2020; Miller 2024; specification §5.9):
 * (z_{1-a/2} + z_power) sqrt((omega2 + s2a/ka + s2b/kb) / n).
 *
 * @param tasks n, at least 1
 * @throws MeasurandError `non-finite`, `empty` for no task, `count-out-of-range`, `variance-out-of-range`, `alpha-out-of-range`, `p-out-of-range`
 */
export function minimumDetectableEffect(tasks: number, design: PairedDesign): SampleSize {
  requireSize(tasks, 'tasks');
  const { z, ...shared } = resolve(design);
  const effect = Math.max(0, z) * Math.sqrt((shared.betweenTasks + shared.withinTasks) / tasks);
  return { tasks, effect, ...shared };
}

/**
 * Fewest tasks that find a true difference of this size with the stated power: the formula above, inverted.
 *
 * @param effect true difference in score units, above 0
 * @throws MeasurandError as `minimumDetectableEffect`, and `effect-out-of-range`
 */
export function tasksNeeded(effect: number, design: PairedDesign): SampleSize {
  requireFinite(effect, 'effect');
  if (effect <= 0) {
    throw new MeasurandError('effect-out-of-range', `must be above 0, not ${effect}`, { field: 'effect' });
  }
  const { z, ...shared } = resolve(design);
  const tasks = (Math.max(0, z) / effect) ** 2 * (shared.betweenTasks + shared.withinTasks);
  // The product may exceed a whole number by rounding alone.
  return { tasks: Math.max(1, Math.ceil(tasks - 1e-9 * Math.max(1, tasks))), effect, ...shared };
}

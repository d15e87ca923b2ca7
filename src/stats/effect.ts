import { type BootstrapOptions, bootstrapMean, type MeanInterval } from './bootstrap.ts';
import { type PairedCliffsDelta, pairedCliffsDelta } from './cliffs.ts';
import { compareIndependent } from './improvement.ts';
import { mean } from './mean.ts';
import { zeroEventBound } from './proportion.ts';
import type { Mode } from './result.ts';
import { requireSameLength, requireSample } from './sample.ts';
import { type SignFlipTest, signFlipTest } from './sign-flip.ts';

/** What a claim about a paired difference must carry (specification §5.12). */
export interface PairedEffect {
  readonly n: number;
  /** Mean difference, in score units. */
  readonly effect: number;
  readonly interval: MeanInterval;
  readonly cliffs: PairedCliffsDelta;
  readonly test: SignFlipTest;
  readonly mode: Mode;
}

/**
 * The full record of paired differences: in compat mode as a row of Table A1, in recommended mode with BCa and the
 * exact test. Interval, delta and test each run their own stream from the same seed.
 *
 * @param d differences, one a pair
 * @throws MeasurandError `empty`, `non-finite`, `level-out-of-range`, `count-out-of-range`
 */
export function pairedEffect(
  d: readonly number[],
  options: BootstrapOptions & { readonly permutations?: number } = {},
): PairedEffect {
  const { mode = 'recommended', permutations, ...bootstrap } = options;
  const interval = bootstrapMean(d, { ...bootstrap, mode });
  const test = signFlipTest(d, {
    mode,
    ...(bootstrap.seed === undefined ? {} : { seed: bootstrap.seed }),
    ...(permutations === undefined ? {} : { resamples: permutations }),
  });
  return {
    n: d.length,
    effect: interval.mean,
    interval,
    cliffs: pairedCliffsDelta(d, { ...bootstrap, mode }),
    test,
    mode,
  };
}

/** An action channel that never varied: nothing can be said about what the action does. */
export interface NotIdentified {
  readonly state: 'not-identified';
  readonly n: number;
  readonly taken: number;
  readonly reason: string;
  /** One-sided 95 % upper bound of the chance of the choice that was never seen. */
  readonly unseenAtMost: number;
}

export interface ActionEffect {
  readonly state: 'identified';
  readonly n: number;
  readonly taken: number;
  /** Variance of the 0/1 action. */
  readonly actionVariance: number;
  /** Mean score with the action minus mean score without: association, not cause. */
  readonly effect: number;
  readonly cliffsDelta: number;
}

/**
 * What a 0/1 action goes with in the score. Without variance in the action the answer is "not identified" and never
 * p = 1 (specification §5.12).
 *
 * @param taken whether each episode took the action
 * @param scores the score of each
 * @throws MeasurandError `empty`, `non-finite`, `length-mismatch`
 */
export function actionEffect(
  taken: readonly boolean[],
  scores: readonly number[],
): ActionEffect | NotIdentified {
  requireSameLength(taken, scores, 'taken, scores');
  requireSample(scores, 'scores');
  const n = scores.length;
  const withIt = scores.filter((_, i) => taken[i]);
  const without = scores.filter((_, i) => !taken[i]);
  if (withIt.length === 0 || without.length === 0) {
    return {
      state: 'not-identified',
      n,
      taken: withIt.length,
      reason: `the action was taken in ${withIt.length} of ${n} episodes, so it does not vary`,
      unseenAtMost: zeroEventBound(n).exact,
    };
  }
  const share = withIt.length / n;
  return {
    state: 'identified',
    n,
    taken: withIt.length,
    actionVariance: share * (1 - share),
    effect: mean(withIt) - mean(without),
    cliffsDelta: compareIndependent(withIt, without).cliffsDelta,
  };
}

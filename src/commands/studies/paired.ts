import { bootstrapMean } from '../../stats/bootstrap.ts';
import { pairedCliffsDelta } from '../../stats/cliffs.ts';
import { mean } from '../../stats/mean.ts';
import { signFlipTest } from '../../stats/sign-flip.ts';
import { type Reading, TASK_ROWS } from './reading.ts';

/** Constant minus escalating for the pairs in which both episodes have a score. Coverage is in [0, 1]. */
export interface ScoredPairs {
  readonly pairs: number;
  readonly delta: number;
  /** 95 % percentile bootstrap of the mean difference, 2,000 resamples, seed 0 (statistics specification §2.1). */
  readonly lo: number;
  readonly hi: number;
  /** Within-pair Cliff's delta with its interval, drawn likewise (§2.2). */
  readonly cliffs: number;
  readonly cliffsLo: number;
  readonly cliffsHi: number;
  /** Two-sided sign-flip p: exact up to 20 differences that are not zero, else Monte Carlo with add-one (§2.3). */
  readonly p: number;
  /** As the paper computes it: 10,000 replicates, seed 0, no add-one. */
  readonly pCompat: number;
  /** Pairs whose two coverages differ. */
  readonly differing: number;
}

/** What unscored episodes could have done to the difference, and the figure under the convention that they failed. */
export interface DifferenceBounds {
  readonly least: number;
  readonly most: number;
  readonly asFailed: number;
}

/** One model's two arms, paired by seed. */
export interface PairedArms {
  readonly constant: readonly Reading[];
  readonly escalating: readonly Reading[];
}

interface Pair {
  readonly constant: Reading;
  readonly escalating: Reading;
}

/** Pairs with neither episode excluded by a declared rule. */
function pairsOf({ constant, escalating }: PairedArms): readonly Pair[] {
  return constant
    .map((reading, index) => ({ constant: reading, escalating: escalating[index] as Reading }))
    .filter((pair) => !(pair.constant.excluded || pair.escalating.excluded));
}

/** Differences in whole records, in the order of the seeds. */
export function rowDifferences(arms: PairedArms): readonly number[] {
  return pairsOf(arms).flatMap(({ constant, escalating }) =>
    constant.rows === null || escalating.rows === null ? [] : [constant.rows - escalating.rows],
  );
}

/** Null when no pair has both scores. The statistics run on whole records, so that no difference is a rounding error. */
export function scoredPairs(arms: PairedArms): ScoredPairs | null {
  const d = rowDifferences(arms);
  if (d.length === 0) return null;
  const interval = bootstrapMean(d, { mode: 'compat' });
  const cliffs = pairedCliffsDelta(d, { mode: 'compat' });
  return {
    pairs: d.length,
    delta: mean(d) / TASK_ROWS,
    lo: interval.lo / TASK_ROWS,
    hi: interval.hi / TASK_ROWS,
    cliffs: cliffs.delta,
    cliffsLo: cliffs.lo,
    cliffsHi: cliffs.hi,
    p: signFlipTest(d, { mode: 'recommended' }).p,
    pCompat: signFlipTest(d, { mode: 'compat' }).p,
    differing: d.filter((difference) => difference !== 0).length,
  };
}

/** Null when there is no pair at all. */
export function differenceBounds(arms: PairedArms): DifferenceBounds | null {
  const pairs = pairsOf(arms);
  if (pairs.length === 0) return null;
  const over = (difference: (pair: Pair) => number) => mean(pairs.map(difference)) / TASK_ROWS;
  return {
    least: over(({ constant, escalating }) => (constant.rows ?? 0) - (escalating.rows ?? TASK_ROWS)),
    most: over(({ constant, escalating }) => (constant.rows ?? TASK_ROWS) - (escalating.rows ?? 0)),
    asFailed: over(({ constant, escalating }) => (constant.rows ?? 0) - (escalating.rows ?? 0)),
  };
}

/** Mean coverage of the scored episodes; null when there is none. */
export function meanCoverage(readings: readonly Reading[]): number | null {
  const rows = readings.flatMap((reading) => (reading.rows === null ? [] : [reading.rows]));
  return rows.length === 0 ? null : mean(rows) / TASK_ROWS;
}

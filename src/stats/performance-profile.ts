import { Random } from '../core/random.ts';
import { type BootstrapOptions, bootstrapSettings } from './bootstrap.ts';
import { groupResampler, requireGroups } from './bootstrap-tasks.ts';
import { mean } from './mean.ts';
import { percentileRanks } from './percentile-ranks.ts';
import { reliabilityAt } from './reliability.ts';
import { type Draws, type Interval, storedSeed } from './result.ts';
import { requireSample } from './sample.ts';

export interface ProfilePoint extends Interval {
  readonly tau: number;
  /** Share of runs scoring tau or more, averaged over tasks. */
  readonly reliability: number;
}

export interface PerformanceProfile extends Draws {
  readonly tasks: number;
  readonly runs: number;
  readonly level: number;
  readonly points: readonly ProfilePoint[];
  readonly method: 'stratified-bootstrap, pointwise band';
}

const profileAt = (groups: readonly ArrayLike<number>[], tau: number): number =>
  mean(groups.map((group) => reliabilityAt(group, tau)));

/**
 * Performance profile tau -> Reliability@tau with a pointwise band from resampling seeds within tasks (Agarwal et al.
 * 2021; specification §5.7). One stream serves all thresholds, so the band cannot cross itself.
 *
 * @param groups scores by task
 * @param taus thresholds
 * @throws MeasurandError `empty`, `non-finite`, `level-out-of-range`, `count-out-of-range`
 */
export function performanceProfile(
  groups: readonly ArrayLike<number>[],
  taus: readonly number[],
  options: BootstrapOptions = {},
): PerformanceProfile {
  requireGroups(groups);
  requireSample(taus, 'taus');
  const { level, resamples, seed, mode } = bootstrapSettings(options);
  const next = groupResampler(groups, 'seeds', new Random(seed));
  const replicates = taus.map(() => new Float64Array(resamples));
  for (let b = 0; b < resamples; b += 1) {
    const drawn = next();
    for (const [index, tau] of taus.entries()) (replicates[index] as Float64Array)[b] = profileAt(drawn, tau);
  }
  const { lower, upper } = percentileRanks(level, resamples);
  return {
    tasks: groups.length,
    runs: groups.reduce((total, group) => total + group.length, 0),
    level,
    points: taus.map((tau, index) => {
      const sorted = (replicates[index] as Float64Array).sort();
      const [lo, hi] = [sorted[lower] as number, sorted[upper] as number];
      return { tau, reliability: profileAt(groups, tau), lo, hi };
    }),
    method: 'stratified-bootstrap, pointwise band',
    mode,
    seed: storedSeed(seed),
    resamples,
  };
}

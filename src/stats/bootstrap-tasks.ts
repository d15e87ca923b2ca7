import { MeasurandError } from '../core/errors.ts';
import { Random } from '../core/random.ts';
import { type BootstrapOptions, bootstrapSettings } from './bootstrap.ts';
import { mean } from './mean.ts';
import { percentileRanks } from './percentile-ranks.ts';
import { type Draws, type Interval, storedSeed } from './result.ts';
import { requireSample } from './sample.ts';

/** What is drawn again, and so which population the interval speaks of. */
export type Resampling = 'seeds' | 'tasks-and-seeds';

/** A statistic of runs grouped by task. */
export type GroupStatistic = (groups: readonly ArrayLike<number>[]) => number;

export interface GroupBootstrapOptions extends BootstrapOptions {
  /** @default mean of task means */
  readonly statistic?: GroupStatistic;
}

export interface GroupInterval extends Interval, Draws {
  readonly tasks: number;
  readonly runs: number;
  readonly estimate: number;
  readonly level: number;
  readonly method: 'stratified-bootstrap' | 'hierarchical-bootstrap';
  /** `these tasks`: seeds vary, tasks stay. `new tasks`: both are drawn. */
  readonly speaksOf: 'these tasks' | 'new tasks';
}

export function meanOfTaskMeans(groups: readonly ArrayLike<number>[]): number {
  return mean(groups.map(mean));
}

/** At least one task, each with at least one finite score. @throws MeasurandError `empty`, `non-finite` */
export function requireGroups(groups: readonly ArrayLike<number>[]): void {
  if (groups.length === 0) throw new MeasurandError('empty', 'there is no task', { field: 'groups' });
  for (const [index, group] of groups.entries()) requireSample(group, `groups[${index}]`);
}

/** One resampled copy of the groups at each call. Draw order: per slot the task (when tasks vary), then its seeds. */
export function groupResampler(
  groups: readonly ArrayLike<number>[],
  resampling: Resampling,
  random: Random,
): () => readonly Float64Array[] {
  const most = Math.max(...groups.map((group) => group.length));
  const indices = new Uint32Array(most);
  const buffers = groups.map(() => new Float64Array(most));
  return () =>
    buffers.map((buffer, slot) => {
      const task = resampling === 'seeds' ? slot : random.below(groups.length);
      const group = groups[task] as ArrayLike<number>;
      const drawn = indices.subarray(0, group.length);
      random.fillBelow(drawn, group.length);
      for (let i = 0; i < drawn.length; i += 1) buffer[i] = group[drawn[i] as number] as number;
      return buffer.subarray(0, group.length);
    });
}

function groupBootstrap(
  groups: readonly ArrayLike<number>[],
  resampling: Resampling,
  options: GroupBootstrapOptions,
): GroupInterval {
  requireGroups(groups);
  const { level, resamples, seed, mode } = bootstrapSettings(options);
  const { statistic = meanOfTaskMeans } = options;
  const next = groupResampler(groups, resampling, new Random(seed));
  const replicates = new Float64Array(resamples);
  for (let b = 0; b < resamples; b += 1) replicates[b] = statistic(next());
  replicates.sort();
  const { lower, upper } = percentileRanks(level, resamples);
  return {
    tasks: groups.length,
    runs: groups.reduce((total, group) => total + group.length, 0),
    estimate: statistic(groups),
    lo: replicates[lower] as number,
    hi: replicates[upper] as number,
    level,
    method: resampling === 'seeds' ? 'stratified-bootstrap' : 'hierarchical-bootstrap',
    speaksOf: resampling === 'seeds' ? 'these tasks' : 'new tasks',
    mode,
    seed: storedSeed(seed),
    resamples,
  };
}

/**
 * Interval for new tasks: tasks are drawn with replacement, then seeds within each (Davison, Hinkley 1997;
 * specification §5.2). The same draws in both modes; only the default number of resamples differs.
 *
 * @param groups scores by task, at least one each
 * @throws MeasurandError `empty`, `non-finite`, `level-out-of-range`, `count-out-of-range`
 */
export function hierarchicalBootstrap(
  groups: readonly ArrayLike<number>[],
  options: GroupBootstrapOptions = {},
): GroupInterval {
  return groupBootstrap(groups, 'tasks-and-seeds', options);
}

/**
 * Interval for these tasks: seeds are drawn within each task, tasks stay (Agarwal et al. 2021; specification §5.2).
 *
 * @param groups scores by task, at least one each
 * @throws MeasurandError `empty`, `non-finite`, `level-out-of-range`, `count-out-of-range`
 */
export function stratifiedBootstrap(
  groups: readonly ArrayLike<number>[],
  options: GroupBootstrapOptions = {},
): GroupInterval {
  return groupBootstrap(groups, 'seeds', options);
}

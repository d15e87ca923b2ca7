import { MeasurandError } from '../core/errors.ts';
import { Random } from '../core/random.ts';
import { type BootstrapOptions, bootstrapSettings } from './bootstrap.ts';
import { meanOfTaskMeans, type Resampling, requireGroups } from './bootstrap-tasks.ts';
import { rankChances, rankSet } from './rank-sets.ts';
import { meanOfDrawn } from './resample.ts';
import { type Draws, storedSeed } from './result.ts';

/** Scores of one model, by task and seed; every model has the same tasks and seeds in the same order. */
export interface RankedModel {
  readonly model: string;
  readonly groups: readonly (readonly number[])[];
}

export interface RankOptions extends BootstrapOptions {
  /** @default 'tasks-and-seeds' */
  readonly resampling?: Resampling;
}

export interface RankUncertainty {
  readonly model: string;
  /** Mean of task means. */
  readonly mean: number;
  /** Share of replicates in which the model took rank 1, 2, …; ties share their ranks equally. */
  readonly chances: readonly number[];
  /** First and last rank that the data cannot rule out at the stated level (Mogstad et al. 2024). */
  readonly rankSet: readonly [number, number];
}

export interface RankDistribution extends Draws {
  readonly level: number;
  readonly resampling: Resampling;
  /** Best mean first. */
  readonly models: readonly RankUncertainty[];
  readonly method: 'joint bootstrap; rank sets from simultaneous pairwise intervals';
}

function requireShared(models: readonly RankedModel[]): readonly number[] {
  const [first] = models;
  if (!first) throw new MeasurandError('empty', 'there is no model to rank', { field: 'models' });
  for (const { model, groups } of models) {
    requireGroups(groups);
    const same =
      groups.length === first.groups.length &&
      groups.every((group, task) => group.length === first.groups[task]?.length);
    if (!same) {
      throw new MeasurandError('unbalanced-design', `${model} and ${first.model} differ in tasks or seeds`, {
        field: 'groups',
        next: 'Rank only models that ran the same tasks and seeds',
      });
    }
  }
  return first.groups.map((group) => group.length);
}

/** Scores of all models in each replicate, drawn with task and seed indices that the models share. */
function replicateScores(
  models: readonly RankedModel[],
  sizes: readonly number[],
  { resamples, resampling, random }: { resamples: number; resampling: Resampling; random: Random },
): Float64Array[] {
  const data = models.map(({ groups }) => groups.map((group) => Float64Array.from(group)));
  const scores = models.map(() => new Float64Array(resamples));
  const indices = new Uint32Array(Math.max(...sizes));
  for (let b = 0; b < resamples; b += 1) {
    for (let slot = 0; slot < sizes.length; slot += 1) {
      const task = resampling === 'seeds' ? slot : random.below(sizes.length);
      const drawn = indices.subarray(0, sizes[task]);
      random.fillBelow(drawn, drawn.length);
      for (let m = 0; m < data.length; m += 1) {
        const mine = scores[m] as Float64Array;
        const part = meanOfDrawn(data[m]?.[task] as Float64Array, drawn) / sizes.length;
        mine[b] = (mine[b] as number) + part;
      }
    }
  }
  return scores;
}

/**
 * How sure a ranking is (specification §5.7): the chance of each rank, and the set of ranks that simultaneous
 * intervals for a model's differences to all others leave open. Never print a bare rank.
 *
 * @param models each with the same tasks and seeds; higher scores are better
 * @throws MeasurandError `empty`, `non-finite`, `unbalanced-design`, `level-out-of-range`, `count-out-of-range`
 */
export function rankDistribution(
  models: readonly RankedModel[],
  options: RankOptions = {},
): RankDistribution {
  const sizes = requireShared(models);
  const { level, resamples, seed, mode } = bootstrapSettings(options);
  const { resampling = 'tasks-and-seeds' } = options;
  const scores = replicateScores(models, sizes, { resamples, resampling, random: new Random(seed) });
  const means = models.map(({ groups }) => meanOfTaskMeans(groups));
  const rows = models.map(
    ({ model }, index): RankUncertainty => ({
      model,
      mean: means[index] as number,
      chances: rankChances(index, scores),
      rankSet: rankSet(index, scores, means, level),
    }),
  );
  return {
    level,
    resampling,
    models: rows.sort((a, b) => b.mean - a.mean),
    method: 'joint bootstrap; rank sets from simultaneous pairwise intervals',
    mode,
    seed: storedSeed(seed),
    resamples,
  };
}

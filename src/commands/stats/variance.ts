import type { ScorerStats, VarianceStats } from '../../report/study/document.ts';
import { type GridRun, varianceComponents } from '../../stats/variance-components.ts';
import { varianceShares } from '../../stats/variance-shares.ts';
import { AXES, type Axis } from './axes.ts';
import { labelOf } from './group-stats.ts';
import { gradeOf, keyer, partition, type Runs, wordsOf } from './runs.ts';
import type { ScoreTable } from './score-table.ts';

/** The decomposition walks its runs once for every term, each with a key of its own. */
const MOST_RUNS = 200_000;

type Variance = Pick<ScorerStats, 'variance' | 'notIdentified'>;

interface Identified {
  readonly runs: readonly GridRun[];
  /** Scored runs that there are. */
  readonly of: number;
}

/** Runs of tasks that were scored for every model, scaffold and seed, of which there are so many. */
function inWholeTasks(table: ScoreTable, graded: Runs, each: number): readonly number[] {
  const counts = new Map<number, number>();
  const taskOf = (run: number): number => table.axes.task.codes[run] as number;
  for (const run of graded) counts.set(taskOf(run), (counts.get(taskOf(run)) ?? 0) + 1);
  return [...graded].filter((run) => counts.get(taskOf(run)) === each);
}

/**
 * Runs that make a grid without holes: of the seeds that were scored for every model, scaffold and task, or, where one
 * task failed somewhere at every seed, of the tasks that were scored for every model, scaffold and seed.
 */
function balanced(table: ScoreTable, scores: Float64Array, runs: Runs): Identified | string {
  const graded = runs.filter((run) => gradeOf(table, scores, run) !== undefined);
  if (graded.length === 0) return 'nothing is scored';
  if (graded.length > MOST_RUNS)
    return `${graded.length} runs are more than the ${MOST_RUNS} that are decomposed`;
  const cellOf = keyer(table, ['model', 'scaffold', 'task']);
  const distinct = (axis: 'model' | 'scaffold' | 'task'): number =>
    new Set(graded.map((run) => table.axes[axis].codes[run])).size;
  const cells = distinct('model') * distinct('scaffold') * distinct('task');
  const bySeed = new Map<number, Set<number>>();
  let doubled = false;
  for (const run of graded) {
    const seed = table.seeds[run] as number;
    const seen = bySeed.get(seed) ?? new Set();
    doubled ||= seen.has(cellOf(run));
    seen.add(cellOf(run));
    bySeed.set(seed, seen);
  }
  if (doubled) return 'a cell of model, scaffold, task and seed holds several runs';
  const inWholeSeeds = graded.filter((run) => bySeed.get(table.seeds[run] as number)?.size === cells);
  const whole =
    inWholeSeeds.length > 0
      ? inWholeSeeds
      : inWholeTasks(table, graded, distinct('model') * distinct('scaffold') * bySeed.size);
  if (whole.length === 0)
    return 'no seed was scored for every model, scaffold and task, and no task for every seed: the grid has holes';
  return {
    of: graded.length,
    runs: whole.map((run) => ({
      model: table.word('model', run),
      scaffold: table.word('scaffold', run),
      task: table.word('task', run),
      seed: table.seeds[run] as number,
      score: gradeOf(table, scores, run) as number,
    })),
  };
}

function decompose({ runs, of }: Identified): Omit<VarianceStats, 'key' | 'label'> {
  const decomposition = varianceComponents(runs);
  const shares = varianceShares(decomposition);
  const { n, levels, components, method } = decomposition;
  return {
    n,
    of,
    levels,
    components: components.map((component, at) => ({
      ...component,
      etaSquared: shares[at]?.etaSquared ?? null,
      omegaSquared: shares[at]?.omegaSquared ?? null,
    })),
    method,
  };
}

/** Where the variance of a scorer's values comes from, apart for each combination of the other axes. */
export function varianceOf(table: ScoreTable, scorer: string, runs: Runs): Variance {
  const scores = table.scores(scorer);
  const others: readonly Axis[] = AXES.filter((axis) => axis !== 'model' && axis !== 'scaffold');
  const varying = others.filter((axis) => table.axes[axis].words.length > 1);
  const variance: VarianceStats[] = [];
  const notIdentified: { label: string; reason: string }[] = [];
  for (const part of partition(table, runs, varying)) {
    const key = wordsOf(table, varying, part[0] as number);
    const grid = balanced(table, scores, part);
    if (typeof grid === 'string') notIdentified.push({ label: labelOf(key), reason: grid });
    else variance.push({ key, label: labelOf(key), ...decompose(grid) });
  }
  return { variance, notIdentified };
}

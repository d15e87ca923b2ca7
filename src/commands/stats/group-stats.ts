import type { GroupStats } from '../../report/study/document.ts';
import { stratifiedBootstrap } from '../../stats/bootstrap-tasks.ts';
import { clusteredMean } from '../../stats/clustered.ts';
import { interquartileMean } from '../../stats/interquartile-mean.ts';
import { mean } from '../../stats/mean.ts';
import { worstCaseBound } from '../../stats/proportion.ts';
import { reliabilityAt } from '../../stats/reliability.ts';
import { stdPopulation } from '../../stats/spread.ts';
import { summarise } from '../../stats/summary.ts';
import { worstCurve } from '../../stats/worst-of-m.ts';
import { figureOfGrades } from '../../study/figures.ts';
import type { Axis } from './axes.ts';
import type { DrawSettings } from './draws.ts';
import {
  gradeOf,
  gradesOf,
  ledgerOfRuns,
  partition,
  type Runs,
  varyingAxes,
  wordsAmong,
  wordsOf,
} from './runs.ts';
import type { ScoreTable } from './score-table.ts';

const ALPHA = 0.2;

/** A group by the words of its axes; for one without axes, all runs. */
export function labelOf(key: Readonly<Record<string, string>>): string {
  const words = Object.values(key).filter((word) => word !== '');
  return words.length === 0 ? 'all runs' : words.join(', ');
}

function spreadOf(values: readonly number[], level: number): GroupStats['spread'] {
  if (values.length === 0) return null;
  const { alpha, tau: _tau, reliability, ...summary } = summarise(values, { alpha: ALPHA, tau: 0.9 });
  return {
    ...summary,
    alpha,
    interquartileMean: interquartileMean(values),
    reliability90: reliability,
    reliability50: reliabilityAt(values, 0.5),
    chanceBelowWorst: worstCaseBound(values, level).chanceBelow,
  };
}

/** 1, 2, 5, 10, 20 … up to n, n included. */
function steps(n: number, also: number | null): readonly number[] {
  const ms = new Set<number>([n, ...(also === null || also > n ? [] : [also])]);
  for (let ten = 1; ten <= n; ten *= 10)
    for (const part of [1, 2, 5]) if (part * ten <= n) ms.add(part * ten);
  return [...ms].sort((a, b) => a - b);
}

/** The expected worst of m runs, up to all of them, and at the m at which the group is compared. */
export function worstOfCurve(values: readonly number[], at: number | null): GroupStats['worstOf'] {
  return values.length === 0 ? [] : worstCurve(values, steps(values.length, at));
}

function taskStats(table: ScoreTable, scores: Float64Array, runs: Runs): GroupStats['tasks'][number] {
  const grades = runs.map((run) => gradeOf(table, scores, run));
  const values = grades.filter((grade) => grade !== undefined);
  const excluded = runs.filter((run) => table.state(run) === 'excluded').length;
  const known = values.length > 0 ? summarise(values) : undefined;
  return {
    task: table.word('task', runs[0] as number),
    n: values.length,
    unscored: runs.length - values.length - excluded,
    mean: known ? mean(values) : null,
    stdPopulation: known ? stdPopulation(values) : null,
    worst: known?.worst ?? null,
    best: known?.best ?? null,
    seeds: runs.map((run) => table.seeds[run] as number),
    scores: grades.map((grade) => grade ?? null),
  };
}

/**
 * Mean over all runs of a resample, so that the interval is that of the mean beside it however many runs each task has.
 * The sum is compensated (two-sum), as resampling loops are.
 */
function pooledMean(groups: readonly ArrayLike<number>[]): number {
  let sum = 0;
  let rest = 0;
  let n = 0;
  for (const group of groups) {
    n += group.length;
    for (let i = 0; i < group.length; i += 1) {
      const value = group[i] as number;
      const next = sum + value;
      const part = next - sum;
      rest += sum - (next - part) + (value - part);
      sum = next;
    }
  }
  return (sum + rest) / n;
}

function theseTasks(groups: readonly (readonly number[])[], draws: DrawSettings): GroupStats['theseTasks'] {
  if (groups.length === 0 || draws.resamples === 0) return null;
  const interval = stratifiedBootstrap(groups, { ...draws, statistic: pooledMean });
  const caution =
    interval.lo === interval.hi
      ? 'no task varies over its seeds: the interval is degenerate, not certain'
      : null;
  return { ...interval, estimate: mean(groups.flat()), caution };
}

/** A group before it is set beside the others: they decide at which m its worst is shown. */
export interface MeasuredGroup {
  readonly stats: Omit<GroupStats, 'worstOf'>;
  readonly values: readonly number[];
}

const inUnitInterval = (value: number): boolean => value >= 0 && value <= 1;

/** Everything that is said of runs which share their words on `by`. */
export function measureGroup(
  table: ScoreTable,
  scorer: string,
  runs: Runs,
  by: readonly Axis[],
  draws: DrawSettings,
): MeasuredGroup {
  const scores = table.scores(scorer);
  const byTask = partition(table, runs, ['task']);
  const tasks = byTask.map((own) => taskStats(table, scores, own));
  const graded = tasks.map(({ scores: all }) => all.filter((score) => score !== null));
  const values = graded.flat();
  const clusters = tasks.flatMap(({ task }, at) => (graded[at] as readonly number[]).map(() => task));
  const { level } = draws;
  const key = wordsOf(table, by, runs[0] as number);
  return {
    values,
    stats: {
      key,
      label: labelOf(key),
      pooledOver: varyingAxes(table, runs).map((axis) => ({ axis, values: wordsAmong(table, axis, runs) })),
      ledger: ledgerOfRuns(table, scores, runs),
      figure: values.every(inUnitInterval) ? figureOfGrades(gradesOf(table, scores, runs)) : null,
      spread: spreadOf(values, level),
      clustered: values.length === 0 ? null : clusteredMean(values, clusters, level),
      theseTasks: theseTasks(
        graded.filter((own) => own.length > 0),
        draws,
      ),
      tasks,
    },
  };
}

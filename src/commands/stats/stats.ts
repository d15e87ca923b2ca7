import type { EpisodeRecord, RunControl } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { isBuiltInModel } from '../../models/registry.ts';
import type { ArchiveStats, ScorerStats } from '../../report/study/document.ts';
import { AXES, type Axis, axisNamed } from './axes.ts';
import { affordableResamples, type DrawSettings } from './draws.ts';
import { measureGroup, worstOfCurve } from './group-stats.ts';
import { readScores, tableOf } from './read-scores.ts';
import { ledgerOfRuns, partition, type Runs, varyingAxes, wordsAmong } from './runs.ts';
import type { ScoreTable } from './score-table.ts';
import { strataOf } from './strata.ts';
import { varianceOf } from './variance.ts';

export interface StatsOptions {
  /**
   * Axes that make a group; the first is ranked within the others. @default model, scaffold, and every other axis on
   * which the runs differ
   */
  readonly by?: readonly string[];
  /** Scorer ids. @default all that graded a run */
  readonly scorers?: readonly string[];
  /** Confidence of every interval. @default 0.95 */
  readonly level?: number;
  /** Of every bootstrap. @default 0 */
  readonly seed?: number;
}

export interface ArchiveStatsOptions extends StatsOptions, RunControl {
  readonly archive: string;
}

function groupAxes(table: ScoreTable, by: readonly string[] | undefined): readonly Axis[] {
  if (by) return [...new Set(by.map((name) => axisNamed(name, 'by')))];
  return AXES.filter((axis) => axis === 'model' || axis === 'scaffold' || table.axes[axis].words.length > 1);
}

function knownScorers(table: ScoreTable, wanted: readonly string[] | undefined): readonly string[] {
  const unknown = wanted?.find((id) => !table.scorers.includes(id));
  if (unknown !== undefined) {
    throw new MeasurandError('unknown-scorer', `no episode was graded by ${JSON.stringify(unknown)}`, {
      field: 'scorer',
      next: `Choose from ${table.scorers.join(', ')}`,
    });
  }
  return wanted ?? table.scorers;
}

function scorerStats(
  table: ScoreTable,
  scorer: string,
  runs: Runs,
  by: readonly Axis[],
  draws: DrawSettings,
): ScorerStats {
  const measured = partition(table, runs, by).map((own) => measureGroup(table, scorer, own, by, draws));
  const strata = strataOf(
    measured.map(({ stats }) => ({ ...stats, worstOf: [] })),
    by,
    draws,
  );
  const at = new Map(strata.map(({ key, worstComparedAt }) => [JSON.stringify(key), worstComparedAt]));
  const groups = measured.map(({ stats, values }) => {
    const key = Object.fromEntries(by.slice(1).map((axis) => [axis, stats.key[axis] ?? '']));
    return { ...stats, worstOf: worstOfCurve(values, at.get(JSON.stringify(key)) ?? null) };
  });
  return { scorer, groups, strata, ...varianceOf(table, scorer, runs) };
}

/** True of every archive until the study that it is of is named. */
export const UNPLANNED_NOTE = 'An archive holds what was run; what was planned and never run, it cannot know';

const NOTES = {
  models:
    'The models are programs built to show one behaviour each: their spread is not a spread of language models',
  draws: 'There are too many runs to draw again: bootstrap intervals and ranks are left out, not shortened',
  unscored: 'Episodes without a score stand in no mean; what they could do to it stands in the bounds',
} as const;

function notesOf(table: ScoreTable, draws: DrawSettings, unscored: number): readonly string[] {
  return [
    UNPLANNED_NOTE,
    ...(unscored > 0 ? [NOTES.unscored] : []),
    ...(table.axes.model.words.some(isBuiltInModel) ? [NOTES.models] : []),
    ...(draws.resamples === 0 ? [NOTES.draws] : []),
  ];
}

/** @throws MeasurandError `unknown-axis`, `unknown-scorer`, `level-out-of-range`, `too-many-groups` */
export function statsOfTable(
  table: ScoreTable,
  root: string | null,
  { by, scorers, level = 0.95, seed = 0 }: StatsOptions = {},
): ArchiveStats {
  const axes = groupAxes(table, by);
  const runs = Array.from({ length: table.size }, (_, run) => run);
  const draws: DrawSettings = {
    mode: 'recommended',
    seed,
    level,
    resamples: affordableResamples(table.size),
  };
  const { planned, states } = ledgerOfRuns(table, undefined, runs);
  const varying = varyingAxes(table, runs);
  const constant = AXES.filter((axis) => !varying.includes(axis)).flatMap((axis) => {
    const [word = ''] = wordsAmong(table, axis, runs);
    return word === '' ? [] : [[axis, word] as const];
  });
  return {
    format: 'measurand.stats/1',
    root,
    episodes: table.size,
    ledger: { planned, states },
    by: axes,
    constant: Object.fromEntries(constant),
    ...draws,
    scorers: knownScorers(table, scorers).map((scorer) => scorerStats(table, scorer, runs, axes, draws)),
    notes: notesOf(table, draws, states.errored + states['timed-out'] + states.missing),
  };
}

/** Statistics of records in memory; give one for each planned episode, `missing` ones included. */
export function statsOfRecords(records: Iterable<EpisodeRecord>, options: StatsOptions = {}): ArchiveStats {
  return statsOfTable(tableOf(records), null, options);
}

/**
 * Statistics of an archive, by scorer and group: spectra, intervals, ranks, variance, and the ledger with what the
 * unscored could do. Memory grows by some sixty bytes an episode. The order of the log changes nothing.
 *
 * @throws MeasurandError `no-episodes`, `unknown-axis`, `unknown-scorer`, what opening the archive throws
 */
export function archiveStats({ archive, signal, onProgress, ...options }: ArchiveStatsOptions): ArchiveStats {
  const control = { ...(signal ? { signal } : {}), ...(onProgress ? { onProgress } : {}) };
  const { table, roots } = readScores([{ name: '', folder: archive }], control);
  return statsOfTable(table, roots[0] ?? null, options);
}

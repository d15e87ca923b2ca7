import { EPISODE_STATES, type EpisodeState } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { Ledger } from '../../report/study/document.ts';
import type { Grade } from '../../study/figures.ts';
import { AXES, type Axis } from './axes.ts';
import type { Named, ScoreTable } from './score-table.ts';

/** Places of runs in a table, ascending. */
export type Runs = readonly number[];

/** A number for each run under some axes: equal words, equal number. @throws MeasurandError `too-many-groups` */
export function keyer(table: ScoreTable, axes: readonly Named[]): (run: number) => number {
  const columns = axes.map((axis) => table.axes[axis]);
  const most = columns.reduce((product, { words }) => product * words.length, 1);
  if (!Number.isSafeInteger(most)) {
    throw new MeasurandError('too-many-groups', 'more combinations of coordinates than can be told apart', {
      kind: 'unsupported',
      next: 'Split the archive',
    });
  }
  return (run) => {
    let key = 0;
    for (const { words, codes } of columns) key = key * words.length + (codes[run] as number);
    return key;
  };
}

/** Runs that share their words on some axes, in the order of these words. */
export function partition(table: ScoreTable, runs: Runs, axes: readonly Named[]): readonly Runs[] {
  const keyOf = keyer(table, axes);
  const parts = new Map<number, number[]>();
  for (const run of runs) {
    const key = keyOf(run);
    const part = parts.get(key);
    if (part) part.push(run);
    else parts.set(key, [run]);
  }
  return [...parts].sort(([a], [b]) => a - b).map(([, part]) => part);
}

/** The words of one run on some axes. */
export function wordsOf(
  table: ScoreTable,
  axes: readonly Named[],
  run: number,
): Readonly<Record<string, string>> {
  return Object.fromEntries(axes.map((axis) => [axis, table.word(axis, run)]));
}

/** Distinct words of an axis among some runs, in order. */
export function wordsAmong(table: ScoreTable, axis: Named, runs: Runs): readonly string[] {
  const { words, codes } = table.axes[axis];
  const seen = new Uint8Array(words.length);
  for (const run of runs) seen[codes[run] as number] = 1;
  return words.filter((_, code) => seen[code] === 1);
}

/** What a scorer says of a run; 0 by rule where nothing was handed in; nothing where it says nothing. */
export function gradeOf(table: ScoreTable, scores: Float64Array, run: number): number | undefined {
  const state = table.state(run);
  if (state === 'no-submission') return 0;
  const value = scores[run] as number;
  return state === 'scored' && !Number.isNaN(value) ? value : undefined;
}

/** Every run by its one final state. */
export function ledgerOfRuns(table: ScoreTable, scores: Float64Array | undefined, runs: Runs): Ledger {
  const states = Object.fromEntries(EPISODE_STATES.map((state) => [state, 0])) as Record<
    EpisodeState,
    number
  >;
  let ungraded = 0;
  for (const run of runs) {
    states[table.state(run)] += 1;
    if (scores && table.state(run) === 'scored' && Number.isNaN(scores[run])) ungraded += 1;
  }
  return { planned: runs.length, states, ungraded };
}

const CELL_AXES: readonly Named[] = [...AXES, 'task'];

/** Runs as grades: an episode that only other scorers graded is missing for this one. */
export function gradesOf(table: ScoreTable, scores: Float64Array, runs: Runs): readonly Grade[] {
  const cellOf = keyer(table, CELL_AXES);
  return runs.map((run) => {
    const value = gradeOf(table, scores, run);
    const state = table.state(run);
    return {
      state: value === undefined && state === 'scored' ? 'missing' : state,
      value,
      cell: cellOf(run),
    };
  });
}

/** Axes on which some runs differ. */
export function varyingAxes(table: ScoreTable, runs: Runs): readonly Axis[] {
  return AXES.filter((axis) => wordsAmong(table, axis, runs).length > 1);
}

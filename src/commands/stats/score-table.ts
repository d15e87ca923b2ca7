import { EPISODE_STATES, type EpisodeState } from '../../core/contracts/index.ts';
import { AXES } from './axes.ts';
import { inScorerOrder } from './scorer-order.ts';

/** Every axis, and the task. */
export const NAMED = [...AXES, 'task'] as const;
/** An axis, or the task. */
export type Named = (typeof NAMED)[number];

/** Words of an axis and, by run, the number of the word that it has there. */
export interface Coded {
  readonly words: readonly string[];
  readonly codes: Uint32Array;
}

/**
 * The runs of one or more archives as columns: some sixty bytes a run, whatever its record weighs. The runs stand in the
 * order of their coordinates, so that nothing computed from them depends on the order in which they came.
 */
export interface ScoreTable {
  readonly size: number;
  readonly axes: Readonly<Record<Named, Coded>>;
  readonly seeds: Float64Array;
  /** By run, the place of its state in `EPISODE_STATES`. */
  readonly states: Uint8Array;
  /** By scorer and run; NaN where the scorer gave none. */
  readonly grades: ReadonlyMap<string, Float64Array>;
  /** The word of an axis for one run. */
  word(axis: Named, run: number): string;
  state(run: number): EpisodeState;
  readonly scorers: readonly string[];
  /** By run; NaN where this scorer gave none. @throws TypeError for a scorer that there is not */
  scores(scorer: string): Float64Array;
  /** Errors by code. */
  readonly errors: Readonly<Record<string, number>>;
}

/** What a table is made of. */
export type ScoreColumns = Pick<ScoreTable, 'size' | 'axes' | 'seeds' | 'states' | 'grades' | 'errors'>;

/** A table over columns that are in order. */
export function scoreTable(columns: ScoreColumns): ScoreTable {
  const { axes, states, grades } = columns;
  return {
    ...columns,
    word: (axis, run) => axes[axis].words[axes[axis].codes[run] as number] as string,
    state: (run) => EPISODE_STATES[states[run] as number] as EpisodeState,
    scorers: inScorerOrder(grades.keys()),
    scores: (scorer) => {
      const column = grades.get(scorer);
      if (!column) throw new TypeError(`No run has a score of ${scorer}`);
      return column;
    },
  };
}

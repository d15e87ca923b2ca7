import type { EpisodeRecord, EpisodeState } from '../core/contracts/index.ts';
import { MeasurandError } from '../core/errors.ts';
import { mean } from '../stats/mean.ts';

/** A mean score with what the unscored episodes could do to it. Null where there is nothing to average. */
export interface HonestFigure {
  /** Episodes that stand in the mean: scored, and those without a submission, which count 0 by rule. */
  readonly n: number;
  /** Errored, timed out or missing. */
  readonly unscored: number;
  /** Errors dropped: the mean over `n`. The headline. */
  readonly dropped: number | null;
  /** Errored and timed-out episodes count 0; missing ones stay out. */
  readonly failed: number | null;
  /**
   * Errored and timed-out episodes count what the scored episodes of their cell (all coordinates but the seed) average:
   * what trying again until it works would give. Null when such a cell has none.
   */
  readonly retried: number | null;
  /** Every unscored episode at 0, and at 1. */
  readonly worst: number | null;
  readonly best: number | null;
}

/**
 * What an episode counts under a scorer: 0 by rule without a submission, nothing when it is unscored.
 *
 * @throws MeasurandError `missing-score`, `unbounded-score`
 */
export function gradeOf(record: EpisodeRecord, scorer: string): number | undefined {
  if (record.state === 'no-submission') return 0;
  if (record.state !== 'scored') return undefined;
  const value = record.scores.find((score) => score.scorer === scorer)?.value;
  if (value === undefined) {
    throw new MeasurandError('missing-score', `the episode was not scored by ${scorer}`, {
      record: record.id,
      kind: 'failed',
    });
  }
  if (value >= 0 && value <= 1) return value;
  throw new MeasurandError('unbounded-score', `${value} is outside [0, 1], so nothing bounds the unscored`, {
    record: record.id,
    field: scorer,
    kind: 'unsupported',
  });
}

const cellOf = ({ coordinates: { seed: _seed, ...rest } }: EpisodeRecord): string => JSON.stringify(rest);

const meanOf = (values: readonly number[]): number | null => (values.length === 0 ? null : mean(values));

/** What a figure takes from one episode. */
export interface Grade {
  readonly state: EpisodeState;
  /** Absent when the episode has no score. */
  readonly value?: number | undefined;
  /** Episodes that differ in nothing but the seed name the same cell. */
  readonly cell: string | number;
}

interface Split {
  readonly values: readonly number[];
  readonly byCell: ReadonlyMap<string | number, readonly number[]>;
  readonly broken: readonly Grade[];
  readonly unscored: number;
}

function split(grades: Iterable<Grade>): Split {
  const values: number[] = [];
  const byCell = new Map<string | number, number[]>();
  const broken: Grade[] = [];
  let missing = 0;
  for (const grade of grades) {
    const { value, cell, state } = grade;
    if (value !== undefined) {
      values.push(value);
      const known = byCell.get(cell);
      if (known) known.push(value);
      else byCell.set(cell, [value]);
    } else if (state === 'missing') missing += 1;
    else if (state !== 'excluded') broken.push(grade);
  }
  return { values, byCell, broken, unscored: broken.length + missing };
}

/** As {@link honestFigure}, from grades. Values lie in [0, 1]. */
export function figureOfGrades(grades: Iterable<Grade>): HonestFigure {
  const { values, byCell, broken, unscored } = split(grades);
  const retries = broken.map(({ cell }) => byCell.get(cell));
  const known = retries.filter((cell) => cell !== undefined);
  const fill = (count: number, value: number): readonly number[] => new Array<number>(count).fill(value);
  return {
    n: values.length,
    unscored,
    dropped: meanOf(values),
    failed: meanOf([...values, ...fill(broken.length, 0)]),
    retried: known.length < retries.length ? null : meanOf([...values, ...known.map((cell) => mean(cell))]),
    worst: meanOf([...values, ...fill(unscored, 0)]),
    best: meanOf([...values, ...fill(unscored, 1)]),
  };
}

/**
 * The figure of some episodes under one scorer, with its bounds and under each common convention (DESIGN §6). Excluded
 * episodes stand in none of them.
 *
 * @throws MeasurandError `missing-score`, `unbounded-score`
 */
export function honestFigure(records: readonly EpisodeRecord[], scorer: string): HonestFigure {
  return figureOfGrades(
    records.map((record) => ({
      state: record.state,
      value: gradeOf(record, scorer),
      cell: cellOf(record),
    })),
  );
}

/** Pairs whose order the unscored episodes could turn round: ahead by the headline, behind in the worst case. */
export function unsettledPairs(
  figures: ReadonlyMap<string, HonestFigure>,
): readonly { readonly ahead: string; readonly behind: string }[] {
  const named = [...figures].filter(([, figure]) => figure.dropped !== null);
  return named.flatMap(([ahead, a]) =>
    named
      .filter(([, b]) => (a.dropped ?? 0) > (b.dropped ?? 0) && (a.worst ?? 0) < (b.best ?? 0))
      .map(([behind]) => ({ ahead, behind })),
  );
}

import { mean } from '../../stats/mean.ts';
import type { Reducer } from '../../study/results/reducers.ts';
import type { LoggedRun } from '../../study/results/run.ts';
import { byTask, gradeIn, isBroken } from './groups.ts';

/** Ways in which a figure can be made of the same runs, in the order in which one that fits is named. */
export const CONVENTIONS = [
  'errors dropped',
  'errors dropped, tasks averaged first',
  'errors count as 0',
  'errors count as 1',
  'scores of errored runs counted',
  'missing scores count as 0',
  'everything unscored counts as 0',
] as const;
export type Convention = (typeof CONVENTIONS)[number];

/** A scored run of which this scorer's value is in the log and is no number. */
const isNull = (run: LoggedRun, scorer: string): boolean =>
  run.scores.some((score) => score.scorer === scorer && score.value === null);

/** What a run counts as under a convention; undefined where it counts for nothing. */
type CountsAs = (run: LoggedRun, scorer: string) => number | undefined;

const whereBroken =
  (value: number): CountsAs =>
  (run) =>
    isBroken(run) && run.error?.code !== 'no-score' ? value : undefined;

const scoredAnyway: CountsAs = ({ scoredAnyway: given = [] }, scorer) =>
  given.find((score) => score.scorer === scorer)?.value ?? undefined;

/** What stands in for a score that is not there. */
const INSTEAD: Readonly<Record<Convention, CountsAs>> = {
  'errors dropped': () => undefined,
  'errors dropped, tasks averaged first': () => undefined,
  'errors count as 0': whereBroken(0),
  'errors count as 1': whereBroken(1),
  'scores of errored runs counted': scoredAnyway,
  'missing scores count as 0': (run, scorer) => (isNull(run, scorer) ? 0 : undefined),
  'everything unscored counts as 0': () => 0,
};

const meanOf = (values: readonly number[]): number | null => (values.length === 0 ? null : mean(values));

function reduced(
  runs: readonly LoggedRun[],
  countsAs: (run: LoggedRun) => number | undefined,
  reduce: Reducer,
) {
  return meanOf(
    [...byTask(runs).values()].flatMap((own) => {
      const values = own.flatMap((run) => countsAs(run) ?? []);
      return values.length === 0 ? [] : (reduce(values) ?? []);
    }),
  );
}

/**
 * The figure of some runs under each convention; null where there is nothing to average.
 *
 * @param reduce what the repeats of each task are made into before tasks are averaged. @default runs are averaged as they are
 */
export function figures(
  runs: readonly LoggedRun[],
  scorer: string,
  reduce?: Reducer,
): Readonly<Record<Convention, number | null>> {
  const planned = runs.filter(({ state }) => state !== 'excluded');
  const figure = (name: Convention): number | null => {
    const countsAs = (run: LoggedRun): number | undefined =>
      gradeIn(run, scorer) ?? INSTEAD[name](run, scorer);
    if (reduce) return reduced(planned, countsAs, reduce);
    if (name === 'errors dropped, tasks averaged first') return reduced(planned, countsAs, meanOf);
    return meanOf(planned.flatMap((run) => countsAs(run) ?? []));
  };
  return Object.fromEntries(CONVENTIONS.map((name) => [name, figure(name)])) as Record<
    Convention,
    number | null
  >;
}

/** Decimals from which on a figure was printed in full, and not rounded for reading. */
const PRINTED_IN_FULL = 12;

/** How far a figure may be off by its own rounding: half of its last decimal. A whole number is not rounded. */
function rounding(value: number): number {
  const [, decimals = ''] = /\.(\d+)$/.exec(String(value)) ?? [];
  const rounded = decimals.length > 0 && decimals.length < PRINTED_IN_FULL;
  return rounded ? 0.5 * 10 ** -decimals.length : 1e-9;
}

/** The conventions that give a published figure, within its rounding. */
export function matching<Name extends string>(
  value: number,
  own: Readonly<Record<Name, number | null>>,
  near: number = rounding(value),
): readonly Name[] {
  return (Object.entries(own) as [Name, number | null][]).flatMap(([name, figure]) =>
    figure !== null && Math.abs(figure - value) <= near * (1 + 1e-9) ? [name] : [],
  );
}

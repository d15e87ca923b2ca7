import { mean } from '../../stats/mean.ts';
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

const meanOf = (values: readonly number[]): number | null => (values.length === 0 ? null : mean(values));

/** A scored run of which this scorer's value is in the log and is no number. */
const isNull = (run: LoggedRun, scorer: string): boolean =>
  run.scores.some((score) => score.scorer === scorer && score.value === null);

/** The figure of some runs under each convention; null where there is nothing to average. */
export function figures(
  runs: readonly LoggedRun[],
  scorer: string,
): Readonly<Record<Convention, number | null>> {
  const planned = runs.filter(({ state }) => state !== 'excluded');
  const values = planned.flatMap((run) => gradeIn(run, scorer) ?? []);
  const broken = planned.filter((run) => isBroken(run) && run.error?.code !== 'no-score');
  const unscored = planned.length - values.length;
  const nulls = planned.filter((run) => isNull(run, scorer) && gradeIn(run, scorer) === undefined).length;
  const anyway = planned.flatMap(
    ({ scoredAnyway = [] }) => scoredAnyway.find((score) => score.scorer === scorer)?.value ?? [],
  );
  const fill = (count: number, value: number): readonly number[] => new Array<number>(count).fill(value);
  const tasks = [...byTask(planned).values()].flatMap(
    (own) => meanOf(own.flatMap((run) => gradeIn(run, scorer) ?? [])) ?? [],
  );
  return {
    'errors dropped': meanOf(values),
    'errors dropped, tasks averaged first': meanOf(tasks),
    'errors count as 0': meanOf([...values, ...fill(broken.length, 0)]),
    'errors count as 1': meanOf([...values, ...fill(broken.length, 1)]),
    'scores of errored runs counted': meanOf([...values, ...anyway]),
    'missing scores count as 0': meanOf([...values, ...fill(nulls, 0)]),
    'everything unscored counts as 0': meanOf([...values, ...fill(unscored, 0)]),
  };
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
export function matching(
  value: number,
  own: Readonly<Record<Convention, number | null>>,
): readonly Convention[] {
  const near = rounding(value);
  return CONVENTIONS.filter((name) => {
    const figure = own[name];
    return figure !== null && Math.abs(figure - value) <= near * (1 + 1e-9);
  });
}

import type { Results } from '../../report/results/document.ts';
import type { CollectedResults, PlacedMark } from '../../study/results/collect.ts';
import { reducerNamed } from '../../study/results/reducers.ts';
import type { LoggedRun, PublishedFigure } from '../../study/results/run.ts';
import { type Convention, figures, matching } from './conventions.ts';
import { gradeIn, isBroken } from './groups.ts';
import { passKFigures } from './published-pass-k.ts';

type Published = Results['published'][number];

function runsOf(
  runs: readonly LoggedRun[],
  { file, model, scaffold, suite, folder }: PublishedFigure,
): readonly LoggedRun[] {
  return runs.filter(
    (run) =>
      (folder === undefined ? run.source === file : run.source.startsWith(`${folder}/`)) &&
      (suite === undefined || run.suite === suite) &&
      (scaffold === undefined || run.scaffold === scaffold) &&
      (model === undefined || run.model === model || run.model.endsWith(`/${model}`)),
  );
}

const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;

/** A score that an errored run has in the log: outside of the metric, or within it. */
function scoredAnyway(runs: readonly LoggedRun[], scorer: string, counted: boolean): readonly PlacedMark[] {
  return runs.flatMap(
    ({ file, record, scoredAnyway: given = [], errorsScored, error }): readonly PlacedMark[] => {
      const value = given.find((score) => score.scorer === scorer)?.value;
      if (value === undefined || value === null) return [];
      const at = { file, record, field: `scores.${scorer}.value` };
      if (!counted)
        return [
          {
            check: 'score-not-in-metric',
            what: `it erred, ${scorer} is ${value} in the log, and the metric leaves it out`,
            ...at,
          },
        ];
      const what = `it ended by ${error?.code ?? 'an error'}, and ${scorer} counts as ${value}`;
      if (value === 0) return errorsScored ? [] : [{ check: 'crash-as-minimum', what, ...at }];
      return value === 1 ? [{ check: 'crash-as-success', what, ...at }] : [];
    },
  );
}

function nulls(runs: readonly LoggedRun[], scorer: string): readonly PlacedMark[] {
  return runs
    .filter((run) => run.scores.some((score) => score.scorer === scorer && score.value === null))
    .map(({ file, record }) => ({
      check: 'null-in-mean' as const,
      what: `${scorer} is no number here, and the published mean counts it as 0`,
      file,
      record,
      field: `scores.${scorer}.value`,
    }));
}

function droppedMark(
  { file, value, field, metric }: PublishedFigure,
  own: Readonly<Record<Convention, number | null>>,
  runs: readonly LoggedRun[],
  scorer: string,
): readonly PlacedMark[] {
  const scored = runs.filter((run) => gradeIn(run, scorer) !== undefined).length;
  const broken = runs.filter(isBroken).length;
  const failed = own['errors count as 0'];
  if (broken === 0 || failed === null) return [];
  const what = `${metric} ${percent(value)} is of the ${scored} scored runs; with the ${broken} that erred as failures it is ${percent(failed)} of ${scored + broken}`;
  return [{ check: 'errors-dropped', what, file, field }];
}

interface Checked {
  readonly published: readonly Published[];
  readonly marks: readonly PlacedMark[];
}

const unmatched = (
  { metric, value, file, field }: PublishedFigure,
  runs: readonly LoggedRun[],
): PlacedMark => ({
  check: 'published-unmatched',
  what: `${metric} is ${value}, which no convention gives of its ${runs.length} runs`,
  file,
  field,
});

/** A pass^k that a log prints: what is left out of it is told where it makes a difference. */
function checkPassK(figure: PublishedFigure, k: number, runs: readonly LoggedRun[]): Checked {
  const { file, scorer, metric, value, field } = figure;
  const own = passKFigures(runs, scorer, k);
  const matches = matching(value, own, figure.rounding);
  const published = [{ file, scorer, metric, value, field, figures: own, matches: [...matches] }];
  const all = own['all planned runs'];
  if (matches.length === 0) return { published, marks: [unmatched(figure, runs)] };
  if (typeof all !== 'number' || matches.includes('all planned runs')) return { published, marks: [] };
  const scored = runs.filter((run) => gradeIn(run, scorer) !== undefined).length;
  const what = `${metric} ${percent(value)} is given by ${matches.join(' and ')}; ${scored} of ${runs.length} planned runs were judged, and over all that were planned it is ${percent(all)}`;
  const given = matches.some((name) => name.startsWith('runs that'));
  return {
    published,
    marks: [{ check: given ? 'errors-dropped' : 'published-unmatched', what, file, field }],
  };
}

function check(figure: PublishedFigure, runs: readonly LoggedRun[]): Checked {
  if (figure.passK !== undefined) return checkPassK(figure, figure.passK, runs);
  const own = figures(runs, figure.scorer, reducerNamed(figure.reducer ?? ''));
  const matches = matching(figure.value, own, figure.rounding);
  const { file, scorer, metric, value, field } = figure;
  const published = [{ file, scorer, metric, value, field, figures: own, matches: [...matches] }];
  const is = (name: Convention): boolean => matches.includes(name);
  if (matches.length === 0) return { published, marks: [unmatched(figure, runs)] };
  const dropped = is('errors dropped') || is('errors dropped, tasks averaged first');
  const anyway = is('scores of errored runs counted');
  return {
    published,
    marks: [
      ...(dropped && !is('errors count as 0') ? droppedMark(figure, own, runs, scorer) : []),
      ...(dropped === anyway ? [] : scoredAnyway(runs, scorer, anyway)),
      ...(!dropped && is('missing scores count as 0') ? nulls(runs, scorer) : []),
    ],
  };
}

/** Scores of errored runs in sources that publish nothing of that scorer: stored as they are, they would count. */
function unpublished(
  runs: readonly LoggedRun[],
  published: readonly PublishedFigure[],
): readonly PlacedMark[] {
  const told = new Set(published.map(({ file, scorer }) => `${file}\n${scorer}`));
  return runs.flatMap((run) =>
    (run.scoredAnyway ?? [])
      .filter(({ scorer }) => !told.has(`${run.source}\n${scorer}`))
      .flatMap(({ scorer }) => scoredAnyway([run], scorer, true)),
  );
}

/** Sets each figure that a log prints beside what its own runs give, and says what is wrong with it. */
export function checkPublished({ runs: standing, replaced, published }: CollectedResults): Checked {
  // What a log printed, it printed of its own runs, whether or not they were run again since.
  const runs = [...standing, ...replaced];
  const checked = published
    .map((figure) => ({ figure, own: runsOf(runs, figure) }))
    .filter(({ own }) => own.length > 0)
    .map(({ figure, own }) => check(figure, own));
  return {
    published: checked.flatMap((one) => one.published),
    marks: [...checked.flatMap(({ marks }) => marks), ...unpublished(runs, published)],
  };
}

import type { EpisodeCoordinates, EpisodeRecord } from '../core/contracts/index.ts';
import type { StudyAnalysis, StudyTable } from './built-in.ts';
import { type HonestFigure, honestFigure, unsettledPairs } from './figures.ts';
import { ledgerOf } from './ledger.ts';

const ARCHETYPES_NOTE =
  'Archetypes are populations by construction: their spread is not a spread of language models';

/** Records by the text that `of` gives, in order of first appearance. */
function grouped(
  records: readonly EpisodeRecord[],
  of: (coordinates: EpisodeCoordinates) => string,
): ReadonlyMap<string, readonly EpisodeRecord[]> {
  const groups = new Map<string, EpisodeRecord[]>();
  for (const record of records) {
    const group = groups.get(of(record.coordinates)) ?? [];
    group.push(record);
    groups.set(of(record.coordinates), group);
  }
  return groups;
}

/** One model under one scaffold, over all tasks and seeds of a grid, by one scorer. */
export interface GridFigure extends HonestFigure {
  readonly scaffold: string;
  readonly model: string;
  readonly scorer: string;
}

/** A figure for every scaffold, scorer and model, in the order of the plan. */
export function gridFigures(
  records: readonly EpisodeRecord[],
  scorers: readonly string[],
): readonly GridFigure[] {
  return [...grouped(records, ({ scaffold }) => scaffold)].flatMap(([scaffold, own]) =>
    scorers.flatMap((scorer) =>
      [...grouped(own, ({ model }) => model)].map(([model, episodes]) => ({
        scaffold,
        model,
        scorer,
        ...honestFigure(episodes, scorer),
      })),
    ),
  );
}

const columnOf = ({ scaffold, scorer }: GridFigure): string => `${scaffold} ${scorer}`;

/** Axes over which a column of the headline may pool besides tasks and seeds, each with what fixes its value otherwise. */
const POOLED = {
  profiles: ({ profile, scaffold }) => [profile, [scaffold]],
  protocols: ({ protocol, scaffold }) => [protocol, [scaffold]],
  arms: ({ arm, scaffold }) => [arm, [scaffold]],
  settings: ({ settings, profile, task, arm, scaffold }) => [
    JSON.stringify(settings),
    [profile, task, arm, scaffold],
  ],
} satisfies Record<string, (cell: EpisodeCoordinates) => readonly [string, readonly string[]]>;

function pooledTitle(planned: readonly EpisodeCoordinates[]): string {
  const several = Object.entries(POOLED).filter(([, of]) => {
    const seen = planned.map(of);
    const contexts = new Set(seen.map(([, context]) => context.join('\n')));
    return new Set(seen.map(([value, context]) => [...context, value].join('\n'))).size > contexts.size;
  });
  const axes = ['tasks', ...several.map(([axis]) => axis)];
  return `Mean over ${axes.join(', ')} and seeds`;
}

/** The headline: a model a row, a scaffold with a scorer a column. */
function meanTable(title: string, figures: readonly GridFigure[]): StudyTable {
  const rows = [...new Set(figures.map(({ model }) => model))].map((model) => {
    const own = figures.filter((figure) => figure.model === model);
    const numbers = Object.fromEntries(own.map((figure) => [columnOf(figure), figure.dropped]));
    return { label: model, origin: 'executed' as const, numbers };
  });
  const columns = [...new Set(figures.map(columnOf))].map((key) => ({ key, title: key }));
  return { title, columns, rows };
}

const BOUND_COLUMNS = [
  { key: 'n', title: 'n' },
  { key: 'unscored', title: 'unscored' },
  { key: 'dropped', title: 'mean' },
  { key: 'worst', title: 'worst case' },
  { key: 'best', title: 'best case' },
  { key: 'failed', title: 'errors failed' },
  { key: 'retried', title: 'errors retried' },
] as const;

/** Every figure that unscored episodes leave open, with its bounds and under each convention. */
function boundsTable(open: readonly GridFigure[]): StudyTable {
  const rows = open.map((figure) => ({
    label: `${figure.model}, ${columnOf(figure)}`,
    origin: 'executed' as const,
    numbers: Object.fromEntries(BOUND_COLUMNS.map(({ key }) => [key, figure[key]])),
  }));
  return { title: 'What the unscored episodes leave open', columns: BOUND_COLUMNS, rows };
}

/** Means by task: a model under a scaffold a row. */
function taskTable(records: readonly EpisodeRecord[], scorer: string): StudyTable {
  const tasks = [...grouped(records, ({ task }) => task).keys()];
  const rows = [...grouped(records, ({ scaffold, model }) => `${scaffold} ${model}`)].map(([label, own]) => {
    const byTask = grouped(own, ({ task }) => task);
    const numbers = tasks.map((task) => [task, honestFigure(byTask.get(task) ?? [], scorer).dropped]);
    return { label, origin: 'executed' as const, numbers: Object.fromEntries(numbers) };
  });
  return {
    title: `Mean of ${scorer} by task`,
    columns: tasks.map((task) => ({ key: task, title: task.split('_', 1)[0] ?? task })),
    rows,
  };
}

function boundsNotes(figures: readonly GridFigure[]): readonly string[] {
  if (figures.every(({ unscored }) => unscored === 0)) {
    return ['No episode is unscored, so every bound and every convention gives the mean'];
  }
  return [...new Set(figures.map(columnOf))].flatMap((column) => {
    const own = figures.filter((figure) => columnOf(figure) === column);
    return unsettledPairs(new Map(own.map((figure) => [figure.model, figure]))).map(
      ({ ahead, behind }) =>
        `${column}: ${ahead} is ahead of ${behind}, and the unscored episodes could turn that round`,
    );
  });
}

/**
 * Plain means of a grid, each with its bounds where something is unscored, and the denominators. No test is made: a grid
 * declares no hypothesis.
 *
 * @param records one record for each planned episode
 * @throws MeasurandError what {@link ledgerOf} and {@link honestFigure} refuse
 */
export function analyseGrid(
  study: { readonly id: string; readonly title: string },
  planned: readonly EpisodeCoordinates[],
  records: readonly EpisodeRecord[],
  scorers: readonly string[],
): StudyAnalysis {
  const { planned: total, states } = ledgerOf(planned, records);
  const figures = gridFigures(records, scorers);
  const open = figures.filter(({ unscored }) => unscored > 0);
  const [first] = scorers;
  const severalTasks = new Set(planned.map(({ task }) => task)).size > 1;
  return {
    format: 'measurand.study-analysis/1',
    study: study.id,
    title: study.title,
    denominator: { planned: total, states },
    forest: [],
    curves: [],
    tables: [
      meanTable(pooledTitle(planned), figures),
      ...(open.length > 0 ? [boundsTable(open)] : []),
      ...(first !== undefined && severalTasks ? [taskTable(records, first)] : []),
    ],
    comparisons: [],
    statements: [],
    notes: [...boundsNotes(figures), ARCHETYPES_NOTE],
  };
}

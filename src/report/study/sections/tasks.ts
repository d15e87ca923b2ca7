import { formatSignificant } from '../../../core/decimal.ts';
import { NO_VALUE } from '../../number.ts';
import type { GroupStats, ScorerStats } from '../document.ts';
import type { Cell, Section, SectionTable } from '../section.ts';
import type { StratumGroups } from './groups.ts';

/** More runs than this are not written out; the archive's JSON and `measurand query` have them. */
const MOST_RUNS_WRITTEN = 10_000;

type TaskStats = GroupStats['tasks'][number];

const tasksOf = ({ groups }: StratumGroups): readonly string[] => [
  ...new Set(groups.flatMap(({ group }) => group.tasks.map(({ task }) => task))),
];

function byTask(
  each: StratumGroups,
  what: string,
  value: (task: TaskStats) => Cell,
  format: 'score' | 'count',
): SectionTable {
  const tasks = tasksOf(each);
  return {
    title: `${what} by task, ${each.title}`,
    columns: [{ title: '', format: 'text' }, ...tasks.map((task) => ({ title: task, format }))],
    rows: each.groups.map(({ name, group }) => {
      const own = new Map(group.tasks.map((task) => [task.task, task]));
      return [
        name,
        ...tasks.map((task) => {
          const found = own.get(task);
          return found ? value(found) : null;
        }),
      ];
    }),
  };
}

const written = (score: number | null): string => (score === null ? NO_VALUE : formatSignificant(score, 4));

function vectors({ title, groups }: StratumGroups): SectionTable {
  return {
    title: `Every run by seed, ${title}`,
    detail: true,
    columns: [
      { title: '', format: 'text' },
      { title: 'task', format: 'text' },
      { title: 'seeds', format: 'text' },
      { title: 'scores, by seed', format: 'text' },
    ],
    rows: groups.flatMap(({ name, group }) =>
      group.tasks.map(({ task, seeds, scores }) => [
        name,
        task,
        seeds.join(' '),
        scores.map(written).join(' '),
      ]),
    ),
  };
}

/** Every group task by task, and every run. */
export function tasksSection({ scorer }: ScorerStats, strata: readonly StratumGroups[]): Section {
  const runs = strata.reduce(
    (sum, { groups }) => sum + groups.reduce((n, { group }) => n + group.ledger.planned, 0),
    0,
  );
  const whole = runs <= MOST_RUNS_WRITTEN;
  return {
    id: `tasks-${scorer}`,
    title: `Task by task, ${scorer}`,
    about: 'A mean over tasks hides which of them it comes from. A dash: nothing of that task is scored.',
    tables: [
      ...strata.map((each) => byTask(each, 'Mean', ({ mean }) => mean, 'score')),
      ...strata.map((each) => ({ ...byTask(each, 'Worst', ({ worst }) => worst, 'score'), detail: true })),
      ...strata.map((each) => ({
        ...byTask(each, 'Std', (task) => task.stdPopulation, 'score'),
        detail: true,
      })),
      ...strata.map((each) => ({ ...byTask(each, 'n', ({ n }) => n, 'count'), detail: true })),
      ...(whole ? strata.map(vectors) : []),
    ],
    notes: whole ? [] : [`The ${runs} runs are not written out here; measurand query has every one`],
  };
}

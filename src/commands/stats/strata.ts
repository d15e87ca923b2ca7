import type { GroupStats, Stratum } from '../../report/study/document.ts';
import { probabilityOfImprovement } from '../../stats/improvement.ts';
import { type RankedModel, rankDistribution } from '../../stats/ranks.ts';
import { unsettledPairs } from '../../study/figures.ts';
import type { Axis } from './axes.ts';
import type { DrawSettings } from './draws.ts';
import { labelOf } from './group-stats.ts';

/** Ranking compares every pair in every replicate, and tables of more pairs are not read. */
const MOST_CONTESTANTS = 64;

/** Groups that differ in nothing but the first axis of `by`. */
interface Contest {
  readonly key: Readonly<Record<string, string>>;
  readonly groups: readonly GroupStats[];
}

function contests(groups: readonly GroupStats[], by: readonly Axis[]): readonly Contest[] {
  const found = new Map<string, { key: Readonly<Record<string, string>>; groups: GroupStats[] }>();
  for (const group of groups) {
    const key = Object.fromEntries(by.slice(1).map((axis) => [axis, group.key[axis] ?? '']));
    const name = JSON.stringify(key);
    const contest = found.get(name) ?? { key, groups: [] };
    contest.groups.push(group);
    found.set(name, contest);
  }
  return [...found.values()];
}

/** Scores of a group by task and seed; nothing when a seed of a task was run twice. */
function itemsOf({ tasks }: GroupStats): ReadonlyMap<string, ReadonlyMap<number, number>> | undefined {
  const items = new Map<string, Map<number, number>>();
  for (const { task, seeds, scores } of tasks) {
    if (new Set(seeds).size !== seeds.length) return undefined;
    const own = new Map<number, number>();
    for (const [at, seed] of seeds.entries()) {
      const score = scores[at];
      if (score !== null && score !== undefined) own.set(seed, score);
    }
    items.set(task, own);
  }
  return items;
}

interface Shared {
  readonly models: readonly RankedModel[];
  readonly rankedOn: NonNullable<Stratum['rankedOn']>;
}

/** What every contestant has scored, in one order; or why they share nothing. */
function sharedItems(groups: readonly GroupStats[], names: readonly string[]): Shared | string {
  const items = groups.map(itemsOf);
  const all = items.filter((own) => own !== undefined);
  const [first] = all;
  if (!first || all.length < items.length)
    return 'a group holds several runs of one task and seed: name more axes in --by';
  const shared = [...first]
    .map(([task, own]) => ({
      task,
      seeds: [...own.keys()].filter((seed) => all.every((other) => other.get(task)?.has(seed))),
    }))
    .filter(({ seeds }) => seeds.length > 0);
  if (shared.length === 0) return 'no task and seed was scored for all of them';
  const count = shared.reduce((sum, { seeds }) => sum + seeds.length, 0);
  const runs = groups.reduce((sum, { tasks }) => sum + tasks.reduce((n, task) => n + task.n, 0), 0);
  return {
    models: all.map((own, at) => ({
      model: names[at] as string,
      groups: shared.map(({ task, seeds }) => seeds.map((seed) => own.get(task)?.get(seed) as number)),
    })),
    rankedOn: { tasks: shared.length, items: count, leftOut: runs - count * groups.length },
  };
}

type Ranking = Pick<Stratum, 'ranking' | 'rankedOn' | 'whyNotRanked'>;

function rank(groups: readonly GroupStats[], names: readonly string[], draws: DrawSettings): Ranking {
  const none = (whyNotRanked: string): Ranking => ({ ranking: null, rankedOn: null, whyNotRanked });
  if (groups.length < 2) return none('there is nothing to rank it against');
  if (groups.length > MOST_CONTESTANTS) {
    return none(`${groups.length} contestants are more than the ${MOST_CONTESTANTS} that are ranked`);
  }
  if (draws.resamples === 0) return none('there are too many runs to draw from; compare two at a time');
  const shared = sharedItems(groups, names);
  if (typeof shared === 'string') return none(shared);
  const { rankedOn, models } = shared;
  return { ranking: rankDistribution(models, { ...draws }), rankedOn, whyNotRanked: null };
}

function improvements(groups: readonly GroupStats[], names: readonly string[]): Stratum['improvements'] {
  if (groups.length > MOST_CONTESTANTS) return [];
  const graded = groups.map(
    ({ tasks }) =>
      new Map(tasks.map(({ task, scores }) => [task, scores.filter((score) => score !== null)] as const)),
  );
  return graded.flatMap((x, i) =>
    graded.slice(i + 1).flatMap((y, j) => {
      const tasks = [...x].flatMap(([task, own]) => {
        const theirs = y.get(task) ?? [];
        return own.length > 0 && theirs.length > 0 ? [{ x: own, y: theirs }] : [];
      });
      if (tasks.length === 0) return [];
      const [a, b] = [names[i] as string, names[i + 1 + j] as string];
      const probability = probabilityOfImprovement(tasks);
      return [
        { a, b, probability, tasks: tasks.length },
        { a: b, b: a, probability: 1 - probability, tasks: tasks.length },
      ];
    }),
  );
}

function unsettled(groups: readonly GroupStats[], names: readonly string[]): Stratum['unsettled'] {
  const figures = groups.flatMap(({ figure }, at) =>
    figure ? [[names[at] as string, figure] as const] : [],
  );
  return unsettledPairs(new Map(figures));
}

/** The m at which worst cases compare: the fewest scored runs of a contestant that has any. */
function comparedAt(groups: readonly GroupStats[]): number | null {
  const sizes = groups.flatMap(({ spread }) => (spread ? [spread.n] : []));
  return sizes.length === 0 ? null : Math.min(...sizes);
}

/** Groups set beside each other: ranked by the first axis of `by` within each combination of the others. */
export function strataOf(
  groups: readonly GroupStats[],
  by: readonly Axis[],
  draws: DrawSettings,
): readonly Stratum[] {
  const [first] = by;
  return contests(groups, by).map(({ key, groups: own }) => {
    const names = own.map(({ key: words }) => (first === undefined ? 'all runs' : (words[first] ?? '')));
    return {
      key,
      label: labelOf(key),
      contestants: names,
      ...rank(own, names, draws),
      improvements: improvements(own, names),
      unsettled: unsettled(own, names),
      worstComparedAt: comparedAt(own),
    };
  });
}

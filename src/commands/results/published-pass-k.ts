import { meanPassK } from '../../stats/pass-k.ts';
import type { LoggedRun } from '../../study/results/run.ts';
import { byTask, gradeIn } from './groups.ts';

/** How often a task was tried, and how often with success. */
interface Tried {
  readonly n: number;
  readonly c: number;
}

type Takes = (run: LoggedRun) => boolean;

/** Runs that never began: what tau2 leaves out of its own figures, and nothing else. */
const neverBegan = ({ state, error }: LoggedRun): boolean =>
  state === 'missing' || error?.code === 'infrastructure_error';

const planned: Takes = ({ state }) => state !== 'excluded';

function triedOf(runs: readonly LoggedRun[], scorer: string, takes: Takes): readonly Tried[] {
  return [...byTask(runs).values()]
    .map((own) => own.filter(takes))
    .filter((own) => own.length > 0)
    .map((own) => ({ n: own.length, c: own.filter((run) => gradeIn(run, scorer) === 1).length }));
}

const hat = (tried: readonly Tried[], k: number): number | null => {
  const enough = tried.filter(({ n }) => n >= k);
  return enough.length === 0 ? null : meanPassK(enough, k).passHatK;
};

/**
 * pass^k of some runs under each convention in use; null where no task was tried so often. The last two are no pass^k, and
 * stand here since figures by that name have been made so.
 */
export function passKFigures(
  runs: readonly LoggedRun[],
  scorer: string,
  k: number,
): Readonly<Record<string, number | null>> {
  const judged = triedOf(runs, scorer, (run) => gradeIn(run, scorer) !== undefined);
  const all = triedOf(runs, scorer, planned);
  const enough = judged.filter(({ n }) => n >= k);
  const shares = judged.map(({ n, c }) => (c / n) ** k);
  const own = {
    'all planned runs': hat(all, k),
    'runs that began': hat(
      triedOf(runs, scorer, (run) => planned(run) && !neverBegan(run)),
      k,
    ),
    'runs that could be judged': hat(judged, k),
  };
  // With one draw they are the same as pass^1.
  if (k === 1) return own;
  return {
    ...own,
    'share of judged runs to the power of k':
      shares.length === 0 ? null : shares.reduce((a, b) => a + b, 0) / shares.length,
    'any of k judged runs, which is pass@k': enough.length === 0 ? null : meanPassK(enough, k).passAtK,
  };
}

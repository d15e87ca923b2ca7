import type { Results } from '../../report/results/document.ts';
import { mean } from '../../stats/mean.ts';
import { meanPassK } from '../../stats/pass-k.ts';
import type { LoggedRun } from '../../study/results/run.ts';
import { byTask, gradeIn, type RunGroup } from './groups.ts';

/** Values of a task's attempts in order. One that has no score counts 0: it did not succeed. */
function attemptsOf(runs: readonly LoggedRun[], scorer: string): readonly number[] {
  return runs
    .filter(({ state }) => state !== 'excluded' && state !== 'missing')
    .flatMap((run) => [
      ...attemptsOf(run.replaced ?? [], scorer),
      ...new Array<number>(run.failedBefore ?? 0).fill(0),
      gradeIn(run, scorer) ?? 0,
    ]);
}

/** What trying again is worth: the figure by the first attempt at each task, by the last, and by the best of all. */
export function retryShift(group: RunGroup, scorer: string): Results['retries'][number] | undefined {
  const tasks = [...byTask(group.runs).values()]
    .map((own) => attemptsOf(own, scorer))
    .filter((own) => own.length > 0);
  if (!tasks.some((own) => own.length > 1)) return undefined;
  return {
    scorer,
    label: group.label,
    tasks: tasks.length,
    attempts: tasks.reduce((sum, own) => sum + own.length, 0),
    first: mean(tasks.map((own) => own[0] as number)),
    last: mean(tasks.map((own) => own.at(-1) as number)),
    any: mean(tasks.map((own) => Math.max(...own))),
  };
}

const MOST_K = 8;

/**
 * pass^k of a group under the two conventions in use: over the runs that could be judged, where a task without enough of
 * them drops out, and over all that were planned, where a run without a score is a failure. Empty unless every score is
 * 0 or 1 and a task has two runs.
 */
export function passKRows(group: RunGroup, scorer: string): readonly Results['passK'][number][] {
  const tasks = [...byTask(group.runs).values()].map((own) =>
    own.filter(({ state }) => state !== 'excluded'),
  );
  const values = tasks.map((own) => own.map((run) => gradeIn(run, scorer)));
  if (values.flat().some((value) => value !== undefined && value !== 0 && value !== 1)) return [];
  const planned = values.map((own) => ({ n: own.length, c: own.filter((value) => value === 1).length }));
  const judged = values.map((own) => ({
    n: own.filter((value) => value !== undefined).length,
    c: own.filter((value) => value === 1).length,
  }));
  const most = Math.min(MOST_K, ...planned.map(({ n }) => n));
  if (Math.max(...planned.map(({ n }) => n)) < 2) return [];
  return Array.from({ length: Math.max(most, 1) }, (_, at) => at + 1).flatMap((k) => {
    const enough = judged.filter(({ n }) => n >= k);
    return [
      {
        scorer,
        label: group.label,
        k,
        judged: enough.length === 0 ? null : meanPassK(enough, k).passHatK,
        judgedTasks: enough.length,
        planned: meanPassK(planned, k).passHatK,
        plannedTasks: planned.length,
      },
    ];
  });
}

import { byCodePoint } from '../../core/canonical.ts';
import type { LoggedRun } from '../../study/results/run.ts';

/** Runs of one model under one scaffold in one suite. */
export interface RunGroup {
  readonly label: string;
  readonly model: string;
  readonly scaffold: string;
  readonly suite: string;
  readonly runs: readonly LoggedRun[];
}

/** Runs by model, scaffold, suite, and what else tells runs of our own archives apart; in the order of their labels. */
export function groupsOf(runs: readonly LoggedRun[]): readonly RunGroup[] {
  const suites = new Set(runs.map(({ suite }) => suite)).size;
  const groups = new Map<string, { label: string; runs: LoggedRun[] }>();
  for (const run of runs) {
    const { model, scaffold, suite, own } = run;
    const others = own ? [own.profile, own.protocol, own.arm] : [];
    const words = [model, scaffold, ...(suites > 1 ? [suite] : []), ...others].filter((word) => word !== '');
    const key = JSON.stringify([model, scaffold, suite, ...others]);
    const group = groups.get(key) ?? { label: words.join(', '), runs: [] };
    group.runs.push(run);
    groups.set(key, group);
  }
  return [...groups.values()]
    .map(({ label, runs: own }) => {
      const { model, scaffold, suite } = own[0] as LoggedRun;
      return { label, model, scaffold, suite, runs: own };
    })
    .toSorted((a, b) => byCodePoint(a.label, b.label));
}

/** Scorers that say something of a group: those of its runs, or of its suite where none of its runs got that far. */
export function scorersOf(group: RunGroup, groups: readonly RunGroup[]): ReadonlySet<string> {
  const named = (runs: readonly LoggedRun[]): ReadonlySet<string> =>
    new Set(
      runs.flatMap(({ scores, scoredAnyway = [] }) =>
        [...scores, ...scoredAnyway].map(({ scorer }) => scorer),
      ),
    );
  const own = named(group.runs);
  return own.size > 0 ? own : named(groups.flatMap(({ suite, runs }) => (suite === group.suite ? runs : [])));
}

/** What a scorer says of a run; 0 by rule where nothing was handed in; undefined where it says nothing. */
export function gradeIn(run: LoggedRun, scorer: string): number | undefined {
  if (run.state === 'no-submission') return 0;
  if (run.state !== 'scored') return undefined;
  return run.scores.find((score) => score.scorer === scorer)?.value ?? undefined;
}

/** Runs by task, in the order of their trials. */
export function byTask(runs: readonly LoggedRun[]): ReadonlyMap<string, readonly LoggedRun[]> {
  const tasks = new Map<string, LoggedRun[]>();
  for (const run of runs) {
    const key = JSON.stringify([run.suite, run.task]);
    const own = tasks.get(key);
    if (own) own.push(run);
    else tasks.set(key, [run]);
  }
  for (const own of tasks.values()) own.sort((a, b) => a.trial - b.trial);
  return tasks;
}

export const isBroken = ({ state }: LoggedRun): boolean => state === 'errored' || state === 'timed-out';

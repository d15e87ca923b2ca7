import { byCodePoint } from '../../core/canonical.ts';
import type { LoggedRun } from './run.ts';

export interface SettledRuns {
  /** Each run that stands, with those that it replaced. */
  readonly runs: readonly LoggedRun[];
  /** Runs that another log of the same lineage ran again, or holds a copy of. */
  readonly replaced: readonly { readonly run: LoggedRun; readonly by: LoggedRun }[];
}

const keyOf = ({ lineage, suite, task, trial, model, scaffold }: LoggedRun): string =>
  JSON.stringify([lineage?.of, suite, task, trial, model, scaffold]);

/** Runs of one lineage, task and trial, by what tells them apart. */
function familiesOf(runs: readonly LoggedRun[]): Iterable<readonly LoggedRun[]> {
  const families = new Map<string, LoggedRun[]>();
  for (const run of runs) {
    if (!run.lineage) continue;
    const key = keyOf(run);
    const family = families.get(key);
    if (family) family.push(run);
    else families.set(key, [run]);
  }
  return families.values();
}

/** Attempts that failed before a run, without those that are there as runs of their own. */
function failedBefore(
  { lineage, failedBefore: count = 0 }: LoggedRun,
  earlier: readonly LoggedRun[],
): Pick<LoggedRun, 'failedBefore'> {
  const left = [...(lineage?.failures ?? [])];
  for (const { error } of earlier) {
    const at = left.indexOf(error?.message ?? '');
    if (at >= 0) left.splice(at, 1);
  }
  return { failedBefore: count - ((lineage?.failures?.length ?? 0) - left.length) };
}

/** Of runs of one task and trial in several logs, the last that ran at all stands. */
function standing(family: readonly LoggedRun[]): { readonly last: LoggedRun; readonly by: LoggedRun } {
  const ordered = family.toSorted((a, b) => byCodePoint(a.lineage?.at ?? '', b.lineage?.at ?? ''));
  const last = ordered.findLast(({ state }) => state !== 'missing') ?? (ordered.at(-1) as LoggedRun);
  const seen = new Set([last.lineage?.id]);
  const earlier = ordered.filter((run) => {
    const { id } = run.lineage ?? {};
    if (run === last || run.state === 'missing' || (id !== undefined && seen.has(id))) return false;
    seen.add(id);
    return true;
  });
  if (earlier.length === 0) return { last, by: last };
  return { last, by: { ...last, ...failedBefore(last, earlier), replaced: earlier } };
}

/**
 * Puts together what a log and the logs that retried it hold. A retry copies what was done and runs the rest again: read
 * as logs apart, every copy would count twice, and every error beside the run that mended it.
 */
export function settleRetries(runs: readonly LoggedRun[]): SettledRuns {
  const stands = new Map<LoggedRun, LoggedRun | undefined>();
  const replaced: { run: LoggedRun; by: LoggedRun }[] = [];
  for (const family of familiesOf(runs)) {
    if (family.length < 2) continue;
    const { last, by } = standing(family);
    for (const run of family) {
      stands.set(run, run === last ? by : undefined);
      if (run !== last) replaced.push({ run, by });
    }
  }
  return { runs: runs.flatMap((run) => (stands.has(run) ? (stands.get(run) ?? []) : run)), replaced };
}

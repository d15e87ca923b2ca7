import type { RunControl } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { packageVersion } from '../../core/version.ts';
import type { Results } from '../../report/results/document.ts';
import type { ArchiveStats, Comparison } from '../../report/study/document.ts';
import { type CollectedResults, collectResults } from '../../study/results/collect.ts';
import { findSources } from '../../study/results/find.ts';
import { compareTable, contrastSettings } from '../compare/compare.ts';
import { undeclared } from '../compare/undeclared.ts';
import { tableOf } from '../stats/read-scores.ts';
import { type StatsOptions, statsOfTable, UNPLANNED_NOTE } from '../stats/stats.ts';
import { passKRows, retryShift } from './attempts.ts';
import { figures } from './conventions.ts';
import { atEqualN } from './equal-n.ts';
import { fewSurvivors, findingsOf, identicalMarks, passKMarks, unsettledMarks } from './findings.ts';
import { groupsOf, isBroken, type RunGroup, scorersOf } from './groups.ts';
import { identicalSubmissions } from './identical.ts';
import { withoutMarked } from './marked.ts';
import { checkPublished } from './published.ts';
import { rowOf } from './table.ts';

export interface LogResultsOptions extends StatsOptions, RunControl {
  /** Files, folders of any depth, archives: in any mix. */
  readonly logs: readonly string[];
}

const NOTE =
  'What was planned and never ran is counted as missing where the log says what was planned, and only there';

function statsOf(
  { runs }: CollectedResults,
  options: StatsOptions,
): {
  readonly stats: ArchiveStats | null;
  readonly comparisons: readonly Comparison[];
} {
  if (runs.length === 0) return { stats: null, comparisons: [] };
  const table = tableOf(runs.map(rowOf));
  const all = statsOfTable(table, null, options);
  const stats = { ...all, notes: [NOTE, ...all.notes.filter((note) => note !== UNPLANNED_NOTE)] };
  const [scorer] = stats.scorers;
  const asked = undeclared(stats);
  if (!scorer || asked.length === 0) return { stats, comparisons: [] };
  const settings = contrastSettings(table, {
    scorer: scorer.scorer,
    ...(options.level === undefined ? {} : { level: options.level }),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
  });
  return { stats, comparisons: [compareTable(table, [], asked, settings, false, 'holm')] };
}

function directions(groups: readonly RunGroup[], scorer: string): readonly Results['directions'][number][] {
  return groups.flatMap(({ label, runs }) => {
    const errors = runs.filter(isBroken).length;
    if (errors === 0) return [];
    const own = figures(runs, scorer);
    return [
      {
        scorer,
        label,
        errors,
        dropped: own['errors dropped'],
        asFailure: own['errors count as 0'],
        asSuccess: own['errors count as 1'],
      },
    ];
  });
}

/** The groups that a scorer says something of. */
function scoredGroups(groups: readonly RunGroup[]): (scorer: string) => readonly RunGroup[] {
  const own = groups.map((group) => ({ group, scorers: scorersOf(group, groups) }));
  return (scorer) => own.flatMap(({ group, scorers }) => (scorers.has(scorer) ? [group] : []));
}

/**
 * Statistics of other people's logs: what became of their records, the denominators with their bounds, the figure under
 * each convention and which one gives the published figure, intervals, ranks, pairs, and what is wrong, with the record
 * named. Reads one source after another and holds one record at a time; memory grows with the number of runs.
 *
 * @throws MeasurandError `nothing-to-read`, `repeated-source`, `too-many-runs`, `newer-version`, `invalid-log`,
 *   `unknown-axis`, `unknown-scorer`, what opening a source throws; the reason of the signal
 */
export async function logResults({
  logs,
  signal,
  onProgress,
  ...options
}: LogResultsOptions): Promise<Results> {
  const { sources, skipped } = findSources(logs);
  const collected = await collectResults(sources, signal, (done) =>
    onProgress?.({ what: 'sources read', done, total: sources.length }),
  );
  const { stats, comparisons } = statsOf(collected, options);
  const groups = groupsOf(collected.runs);
  const scorers = stats?.scorers.map(({ scorer }) => scorer) ?? [];
  const { published, marks } = checkPublished(collected);
  const scored = scoredGroups(groups);
  const passK = scorers.flatMap((scorer) => scored(scorer).flatMap((group) => passKRows(group, scorer)));
  const identical = identicalSubmissions(collected.runs);
  const [first] = sources;
  if (!first) throw new MeasurandError('nothing-to-read', 'no log was given');
  const all = [
    ...collected.marks,
    ...marks,
    ...scorers.flatMap((scorer) => fewSurvivors(scored(scorer), scorer)),
    ...passKMarks(passK, groups),
    ...identicalMarks(identical, groups),
    ...unsettledMarks(stats, first.name),
  ];
  return {
    format: 'measurand.results/1',
    version: packageVersion(),
    sources: collected.sources,
    skipped: skipped.length,
    ...findingsOf(all),
    stats,
    comparisons,
    published,
    directions: scorers.flatMap((scorer) => directions(scored(scorer), scorer)),
    retries: scorers.flatMap((scorer) => scored(scorer).flatMap((group) => retryShift(group, scorer) ?? [])),
    passK,
    equalN: scorers.flatMap((scorer) => atEqualN(groups, scorer)),
    identical,
    withoutMarked: scorers.flatMap((scorer) => withoutMarked(scored(scorer), scorer, all)),
  };
}

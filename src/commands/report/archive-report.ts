import { readArchive } from '../../archive/folder.ts';
import type { RunControl } from '../../core/contracts/index.ts';
import { packageVersion } from '../../core/version.ts';
import type { ArchiveStats, Comparison, StudyReport } from '../../report/study/document.ts';
import { type ComparisonOptions, compareTable, contrastSettings } from '../compare/compare.ts';
import type { Asked } from '../compare/contrast.ts';
import { readFamilyFile } from '../compare/family-file.ts';
import { selectorOf } from '../compare/selector.ts';
import { undeclared } from '../compare/undeclared.ts';
import { readScores, tableOf } from '../stats/read-scores.ts';
import type { ScoreTable } from '../stats/score-table.ts';
import { type StatsOptions, statsOfTable, UNPLANNED_NOTE } from '../stats/stats.ts';
import { TRIAL_SUITE } from '../trial/cells.ts';
import { throughStudy } from './declared-study.ts';

export interface ArchiveReportOptions
  extends StatsOptions,
    Pick<ComparisonOptions, 'pair' | 'margin' | 'alpha'>,
    RunControl {
  readonly archive: string;
  /** The study that the archive is of: a built-in one by name, or its file. @default none: what was planned is not known */
  readonly study?: string;
  /** Files of trials of one's own that the archive has runs of. */
  readonly trials?: readonly string[];
  /** A file that declares the contrasts. @default every pair of contestants, or each against the highest, exploratory */
  readonly family?: string;
}

function comparisonsOf(
  table: ScoreTable,
  roots: readonly string[],
  stats: ArchiveStats,
  options: ArchiveReportOptions,
): readonly Comparison[] {
  const { family, pair, margin, alpha, level, seed } = options;
  const file = family === undefined ? undefined : readFamilyFile(family);
  const asked: readonly Asked[] =
    file?.contrasts.map(({ a, b, ...rest }, at) => ({
      ...rest,
      a: selectorOf(a, `contrasts.${at}.a`),
      b: selectorOf(b, `contrasts.${at}.b`),
    })) ?? undeclared(stats);
  const scorer = file?.scorer ?? stats.scorers[0]?.scorer;
  if (asked.length === 0 || scorer === undefined) return [];
  const declared = { pair: file?.pair, margin: file?.margin };
  const given = { pair, margin, alpha, level, seed };
  const chosen = [declared, given].flatMap((each) =>
    Object.entries(each).filter(([, value]) => value !== undefined),
  );
  const settings = contrastSettings(table, { scorer, ...Object.fromEntries(chosen) });
  return [compareTable(table, roots, asked, settings, file !== undefined)];
}

interface Read {
  readonly table: ScoreTable;
  readonly root: string;
  readonly remarks: readonly string[];
  readonly study: StudyReport['study'];
}

async function read({ archive: folder, study, signal, onProgress }: ArchiveReportOptions): Promise<Read> {
  if (study === undefined) {
    const control = { ...(signal ? { signal } : {}), ...(onProgress ? { onProgress } : {}) };
    const { table, roots, remarks } = readScores([{ name: '', folder }], control);
    return { table, root: roots[0] as string, remarks, study: null };
  }
  using archive = readArchive(folder);
  const { records, study: declared } = await throughStudy(archive, study);
  return { table: tableOf(records), root: archive.root(), remarks: archive.remarks, study: declared };
}

/** Runs of trials compare by their lines, not as one number. */
async function trialsIn(
  folder: string,
  files: readonly string[],
): Promise<NonNullable<StudyReport['trials']>> {
  const [{ trialReport }, { isTrialFile, namedTrials }] = await Promise.all([
    import('../trial/report.ts'),
    import('../../trials/suite/load-trial.ts'),
  ]);
  await namedTrials(files.filter(isTrialFile));
  using archive = readArchive(folder);
  return trialReport(archive);
}

/**
 * The report of an archive: its statistics, and its contrasts as one family; with a study named, its plan, declared tests
 * and registration instead of a screen of contrasts. The one document behind terminal, Markdown, JSON and page.
 *
 * @throws MeasurandError what `archiveStats` and `compareArchives` throw, and what reading a study does
 */
export async function archiveReport(options: ArchiveReportOptions): Promise<StudyReport> {
  const { table, root, remarks, study } = await read(options);
  const stats = statsOfTable(table, root, options);
  const trials = table.axes.suite.words.includes(TRIAL_SUITE)
    ? await trialsIn(options.archive, options.trials ?? [])
    : undefined;
  const screened = (study === null && trials === undefined) || options.family !== undefined;
  return {
    format: 'measurand.study-report/1',
    version: packageVersion(),
    title: study?.title ?? `What ${table.size} episodes show`,
    stats: study ? { ...stats, notes: stats.notes.filter((note) => note !== UNPLANNED_NOTE) } : stats,
    study,
    ...(trials === undefined ? {} : { trials }),
    comparisons: screened ? comparisonsOf(table, [root], stats, options) : [],
    errors: table.errors,
    remarks,
  };
}

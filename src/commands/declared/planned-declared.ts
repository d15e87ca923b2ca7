import type { EpisodeArchive } from '../../archive/archive.ts';
import type { EpisodeRecord } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { withHarnessVersions } from '../../scaffolds/native/as-scaffold/bind-versions.ts';
import { nativeName } from '../../scaffolds/native/as-scaffold/name.ts';
import { readStudy } from '../../study/declaration/read-study.ts';
import { type DeclaredStudy, resolveStudy } from '../../study/declaration/resolve.ts';
import type { StudyFile } from '../../study/declaration/schema.ts';
import { adjustFamilies } from '../../study/declared/adjust.ts';
import { analyseDeclared } from '../../study/declared/analysis.ts';
import { decide } from '../../study/declared/decide.ts';
import { coordinatesOf, type Design, designOf } from '../../study/declared/design.ts';
import { measurePairs } from '../../study/declared/pairs.ts';
import { allPairedGroups, allSummaryGroups } from '../../study/declared/select.ts';
import { underSequence } from '../../study/declared/sequence.ts';
import { summariseGroup } from '../../study/declared/summaries.ts';
import { gridFigures } from '../../study/grid-analysis.ts';
import { ledgerOf } from '../../study/ledger.ts';
import { type FrozenContent, frozenContent } from '../../study/preregistration/content.ts';
import { besideStudy, freeze, readPreregistration } from '../../study/preregistration/file.ts';
import { type Look, readLooks, recordLooks } from '../../study/preregistration/looks.ts';
import {
  decisionStands,
  heldAgainst,
  NOT_REGISTERED,
  type Registration,
  standingBy,
} from '../../study/preregistration/registration.ts';
import { bareRecord } from '../../study/records.ts';
import type { Conclusion, Planned } from '../planned.ts';
import type { RunOptions } from '../run.ts';
import { analysisNamed } from '../studies/analyses.ts';
import { overridesOf, refuseWhileFreezing } from './overrides.ts';
import type { DeclaredReport } from './report.ts';
import { looksTaken, stagesOf } from './stages.ts';

const GRID: StudyFile = { format: 'measurand.study/1', id: 'grid', title: 'A grid of episodes' };

/** An option may take away what a statistic is read from: better said before the run than after it. */
function checkScorers({ statistics, scorers }: DeclaredStudy): void {
  const without = statistics.find(({ scorer }) => !scorers.includes(scorer));
  if (without === undefined) return;
  throw new MeasurandError('invalid-usage', `The statistic ${without.id} is read from ${without.scorer}`, {
    field: 'scorers',
    next: `Name ${without.scorer} among the scorers`,
  });
}

/** Analyses refuse a grid that is not theirs: found with a ledger of nothing, before any work is done. */
function checkAnalyses(design: Design): void {
  const cells = coordinatesOf(design);
  const records = cells.map((cell) => bareRecord(cell, 'missing', 'not run yet'));
  const input = { records, ledger: ledgerOf(cells, records), textOf: () => '' };
  for (const name of design.study.analyses) analysisNamed(name)(input);
}

interface Opened {
  readonly design: Design;
  readonly content: FrozenContent;
  /** The study file; absent for a grid by options. */
  readonly file?: string;
}

/** The study that a run is about, options laid over its file. */
export async function openDesign(options: RunOptions): Promise<Opened> {
  const file = options.study === 'grid' ? undefined : options.study;
  const declared = file === undefined ? GRID : await readStudy(file);
  const { scaffolds } = resolveStudy({ ...declared, ...overridesOf(options) });
  const bound = await withHarnessVersions(scaffolds, options.signal ? { signal: options.signal } : {});
  const study = resolveStudy({ ...declared, ...overridesOf(options), scaffolds: [...bound] });
  checkScorers(study);
  const design = designOf(study);
  checkAnalyses(design);
  return { design, content: frozenContent(design), ...(file === undefined ? {} : { file }) };
}

/** Whoever freezes a plan after its episodes ran has registered nothing. */
function refuseLate(archive: EpisodeArchive, { cells }: Design, file: string): void {
  const held = cells.filter(({ id }) => archive.has(id)).length;
  if (held === 0) return;
  throw new MeasurandError('too-late-to-freeze', `the archive holds ${held} episodes of this plan already`, {
    file,
    next: 'Freeze before the first run; what has run is exploratory',
  });
}

function freezeNow(archive: EpisodeArchive, { design, content, file }: Opened): void {
  if (file === undefined) {
    throw new MeasurandError('invalid-usage', '--freeze registers a study file', {
      next: 'Write the grid into a file, such as study.yaml, and run that',
    });
  }
  if (readPreregistration(file) === undefined) refuseLate(archive, design, file);
  freeze(file, content);
}

/** What the run owes to its registration, its own looks written down first. */
function registrationOf({ file, content }: Opened, taken: readonly Look[]) {
  const held = file === undefined ? undefined : readPreregistration(file);
  if (file === undefined || held === undefined) return { registration: NOT_REGISTERED };
  const looks = recordLooks(file, held.digest, taken);
  const registration = heldAgainst(held, besideStudy(file, 'prereg'), content, looks);
  return { registration, frozen: held.content as FrozenContent };
}

/** As things stand before the run is whole: no look is taken, and none is written down. */
function registrationNow({ file, content }: Opened): Registration {
  const held = file === undefined ? undefined : readPreregistration(file);
  if (file === undefined || held === undefined) return NOT_REGISTERED;
  return heldAgainst(held, besideStudy(file, 'prereg'), content, readLooks(file, held.digest));
}

function notesOf({ registration, endedAt, results }: DeclaredReport, tests: boolean): readonly string[] {
  const { state, digest, deviations } = registration;
  const ended = endedAt
    ? [`Ended early by the declared rule: the look at ${endedAt.seeds} seeds decided`]
    : [];
  if (state === 'not-registered') {
    const text = 'Exploratory: the plan was not frozen before it ran (measurand run FILE --freeze)';
    return tests ? [text, ...ended] : ended;
  }
  const explored = results.filter(
    ({ standing, family }) => standing === 'exploratory' && family !== null,
  ).length;
  const count = deviations.length === 0 ? 'no deviation' : `deviations: ${deviations.length}`;
  const kept = `Registered as ${digest?.slice(0, 12)}; ${count}`;
  const lost = `${explored} results of confirmatory families are exploratory because of deviations`;
  return [
    kept,
    ...deviations.map(({ says }) => `Deviation: ${says}`),
    ...(explored > 0 ? [lost] : []),
    ...ended,
  ];
}

function endedAt(design: Design, looks: readonly Look[]): DeclaredReport['endedAt'] {
  const last = looks.at(-1);
  if (!last || last.seeds === design.study.seeds.length) return null;
  return { look: looks.length, seeds: last.seeds };
}

function reportOf(opened: Opened, records: readonly EpisodeRecord[]): DeclaredReport {
  const { design, content } = opened;
  const byId = new Map(records.map((record) => [record.id, record]));
  const find = (id: string): EpisodeRecord | undefined => byId.get(id);
  const looks = looksTaken(design, records, find);
  const { registration, frozen } = registrationOf(opened, looks);
  const lookResults = looks.flatMap((look) => look.results);
  const measured = allPairedGroups(design).map((group) =>
    underSequence(measurePairs(group, find), lookResults),
  );
  const standing = standingBy(registration, frozen, content);
  const results = adjustFamilies(measured, standing, frozen?.families ?? content.families);
  const asked = (design.study.decision?.require ?? []).map((each) => each.statistic);
  const stands = decisionStands(registration, frozen, content, asked);
  return {
    standing: results.some((result) => result.standing === 'confirmatory') ? 'confirmatory' : 'exploratory',
    registration,
    endedAt: endedAt(design, looks),
    results,
    summaries: allSummaryGroups(design).map((group) => summariseGroup(group, find)),
    decision: decide(design.study, results, stands),
  };
}

/** What a study asks for; whatever has native harnesses says besides who decided, and what that licenses. */
function analysesOf({ analyses, scaffolds }: DeclaredStudy): readonly string[] {
  const native = scaffolds.some((id) => nativeName(id) !== undefined);
  return native && !analyses.includes('spectrum') ? [...analyses, 'spectrum'] : analyses;
}

function conclude(opened: Opened, records: readonly EpisodeRecord[], archive: EpisodeArchive): Conclusion {
  const { design, file } = opened;
  const { study } = design;
  const declared = reportOf(opened, records);
  const notes = notesOf(declared, study.statistics.length > 0);
  const decoder = new TextDecoder();
  const textOf = (digest: string): string => decoder.decode(archive.blob(digest));
  const ledger = ledgerOf(coordinatesOf(design), records);
  const details = analysesOf(study).map((name) => analysisNamed(name)({ records, ledger, textOf }));
  return {
    analysis: analyseDeclared(design, records, declared, notes),
    figures: gridFigures(records, study.scorers),
    ...(file === undefined ? {} : { declared }),
    ...(details.length === 0 ? {} : { details }),
  };
}

/**
 * The plan of a study file, or of a grid by options.
 *
 * @throws MeasurandError what study files, grids and analyses refuse, `invalid-usage`
 */
export async function plannedDeclared(options: RunOptions): Promise<Planned> {
  if (options.freeze) refuseWhileFreezing(options);
  const opened = await openDesign(options);
  const { design } = opened;
  const { study } = design;
  const stages = stagesOf(design);
  return {
    id: study.id,
    title: study.title,
    cells: coordinatesOf(design),
    scorers: study.scorers,
    exclusions: design.exclusions,
    traces: study.traces,
    ...(stages === undefined ? {} : { stages }),
    ...(options.freeze ? { begin: (archive: EpisodeArchive) => freezeNow(archive, opened) } : {}),
    ...(opened.file === undefined ? {} : { registration: () => registrationNow(opened) }),
    conclude: (records, archive) => conclude(opened, records, archive),
  };
}

import type { EpisodeArchive } from '../archive/archive.ts';
import type { EpisodeCoordinates, EpisodeRecord } from '../core/contracts/index.ts';
import type { StudyAnalysis } from '../study/built-in.ts';
import type { GridFigure } from '../study/grid-analysis.ts';
import type { Exclusion } from '../study/ledger.ts';
import type { Registration } from '../study/preregistration/registration.ts';
import type { RunCellsSummary } from '../study/run-cells.ts';
import type { DeclaredReport } from './declared/report.ts';

export type FindRecord = (id: string) => EpisodeRecord | undefined;

/** A part of the plan that is run before the next, with the look that may end the study after it. */
export interface Stage {
  readonly cells: readonly EpisodeCoordinates[];
  /** The rule that takes out what is left, when the look ends the study. */
  ends(find: FindRecord): Exclusion | undefined;
}

/** What a plan concludes from its records. */
export interface Conclusion {
  readonly analysis?: StudyAnalysis;
  /** Of a grid: mean, bounds and conventions for every scaffold, scorer and model. */
  readonly figures?: readonly GridFigure[];
  /** Of a study file: its tests, its registration and what that makes of them. */
  readonly declared?: DeclaredReport;
  /** What analyses that know the task say besides. */
  readonly details?: readonly StudyAnalysis[];
}

/** A plan with the analysis that was declared with it. */
export interface Planned {
  readonly id: string;
  readonly title: string;
  readonly cells: readonly EpisodeCoordinates[];
  readonly scorers: readonly string[];
  readonly exclusions: readonly Exclusion[];
  /** Whether the plan itself asks for traces. */
  readonly traces?: boolean;
  /** In order; one with everything when left out. */
  readonly stages?: readonly Stage[];
  /** Of a study file: how the plan stands to its registration now. */
  registration?(): Registration;
  /** Before the first episode. */
  begin?(archive: EpisodeArchive): void;
  conclude(records: readonly EpisodeRecord[], archive: EpisodeArchive): Conclusion;
}

interface Ran {
  readonly summary: RunCellsSummary;
  readonly exclusions: readonly Exclusion[];
}

/**
 * Runs a plan stage by stage, until it is done, stopped by the signal, or ended by a look: what is left is then excluded
 * by the declared rule, so that the ledger still balances.
 */
export async function runStages(
  { cells, exclusions, stages }: Planned,
  run: (cells: readonly EpisodeCoordinates[]) => Promise<RunCellsSummary>,
  find: FindRecord,
): Promise<Ran> {
  const wanted = (some: readonly EpisodeCoordinates[]) =>
    some.filter((cell) => !exclusions.some(({ applies }) => applies(cell)));
  if (stages === undefined) return { summary: await run(wanted(cells)), exclusions };
  let summary: RunCellsSummary = { planned: 0, held: 0, ran: 0, interrupted: false };
  for (const stage of stages) {
    const { planned, held, ran, interrupted } = await run(wanted(stage.cells));
    summary = {
      planned: summary.planned + planned,
      held: summary.held + held,
      ran: summary.ran + ran,
      interrupted,
    };
    const ended = interrupted ? undefined : stage.ends(find);
    if (ended) return { summary, exclusions: [...exclusions, ended] };
    if (interrupted) break;
  }
  return { summary, exclusions };
}

import type { EpisodeArchive } from '../../archive/archive.ts';
import { episodeId } from '../../archive/episode-digests.ts';
import type { EpisodeRecord } from '../../core/contracts/index.ts';
import type { StudyReport } from '../../report/study/document.ts';
import { recordsOfPlan } from '../../study/ledger.ts';
import type { Registration } from '../../study/preregistration/registration.ts';
import type { RunCellsSummary } from '../../study/run-cells.ts';
import { type Planned, runStages } from '../planned.ts';
import { plan } from '../run.ts';

type Declared = NonNullable<StudyReport['study']>;

/** An archive seen through the plan of a study. */
export interface StudyRecords {
  /** One for each planned episode, `missing` and `excluded` ones included. */
  readonly records: readonly EpisodeRecord[];
  readonly study: Declared;
}

/** In place of running: how many are held. The study counts as interrupted while one is missing. */
function held(archive: EpisodeArchive, cells: Planned['cells']): RunCellsSummary {
  const count = cells.filter((cell) => archive.has(episodeId(cell))).length;
  return { planned: cells.length, held: count, ran: 0, interrupted: count < cells.length };
}

function registrationOf(registration: Registration | undefined): Declared['registration'] {
  if (!registration) return null;
  const { state, digest, frozen, deviations } = registration;
  return { state, digest, frozen, deviations: deviations.map(({ says }) => says) };
}

/**
 * Holds an archive against the plan of a study: its exclusions, its looks, what is missing, and, once nothing is, the
 * analysis that it declares and what its registration makes of it.
 *
 * @param study the name of a built-in study, or a study file
 * @throws MeasurandError what reading the study throws
 */
export async function throughStudy(archive: EpisodeArchive, study: string): Promise<StudyRecords> {
  const planned = await plan({ study });
  const find = (id: string): EpisodeRecord | undefined => archive.get(id);
  const { summary, exclusions } = await runStages(
    planned,
    (cells) => Promise.resolve(held(archive, cells)),
    find,
  );
  const records = recordsOfPlan(planned.cells, find, exclusions);
  const conclusion = summary.interrupted ? {} : planned.conclude(records, archive);
  return {
    records,
    study: {
      id: planned.id,
      title: planned.title,
      analysis: conclusion.analysis ?? null,
      details: conclusion.details ?? [],
      registration: registrationOf(conclusion.declared?.registration ?? planned.registration?.()),
      foreign: archive.size - records.filter(({ id }) => archive.has(id)).length,
    },
  };
}

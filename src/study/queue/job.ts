import { z } from 'zod';
import { episodeId } from '../../archive/episode-digests.ts';
import type { EpisodeCoordinates } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { EpisodeRecordSchema } from '../../core/schemas/episode.ts';
import type { QueueSetup } from './names.ts';

/** How often an episode is tried before it is set aside: by apparatus failures, and again by workers that die. */
export const ATTEMPTS = 5;

const MOST_SCORERS = 64;
/** Coordinates are small; a payload past this is not ours. */
const MOST_CHARACTERS = 1 << 16;

export const StudyKeySchema = z.string().regex(/^[0-9a-f]{32}$/);

const JobSchema = z.strictObject({
  format: z.literal('measurand.job/1'),
  study: StudyKeySchema,
  coordinates: EpisodeRecordSchema.shape.coordinates,
  scorers: z.array(z.string().min(1).max(200)).max(MOST_SCORERS),
  keepTraces: z.boolean(),
});

/** One cell of a study, as it lies in the queue. */
export interface Job extends QueueSetup {
  readonly format: 'measurand.job/1';
  readonly study: string;
  readonly coordinates: EpisodeCoordinates;
}

export function jobOf(study: string, coordinates: EpisodeCoordinates, setup: QueueSetup): Job {
  const { scorers, keepTraces } = setup;
  return { format: 'measurand.job/1', study, coordinates, scorers, keepTraces };
}

function invalid(what: string, record: string): MeasurandError {
  return new MeasurandError('invalid-job', what, { record, next: 'It was not put there by this Measurand' });
}

/**
 * Reads what came from the queue, which anybody who reaches the server may have put there.
 *
 * @param id the job's id on the server: it has to be the one that the payload commits to
 * @throws MeasurandError `invalid-job`
 */
export function readJob(payload: unknown, id: string): Job {
  const shown = id.slice(0, 100);
  if (JSON.stringify(payload)?.length > MOST_CHARACTERS) throw invalid('the job is too large', shown);
  const read = JobSchema.safeParse(payload);
  if (!read.success) {
    throw invalid(`the job has no sound ${read.error.issues[0]?.path.join('.') || 'payload'}`, shown);
  }
  const job = payload as Job;
  if (id !== `${job.study}-${episodeId(job.coordinates)}`) {
    throw invalid('the job lies under an id that is not that of its episode', shown);
  }
  return job;
}

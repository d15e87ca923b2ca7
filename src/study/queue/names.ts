import { episodeId } from '../../archive/episode-digests.ts';
import type { EpisodeCoordinates } from '../../core/contracts/index.ts';
import { digestOf } from '../../core/digest.ts';
import { packageVersion } from '../../core/version.ts';

/** How episodes are run, beside their coordinates. */
export interface QueueSetup {
  /** Scorer ids, applied in this order. */
  readonly scorers: readonly string[];
  readonly keepTraces: boolean;
}

/** All keys on the server begin with it. The version is in it, so that machines of different versions never mix. */
export const KEY_PREFIX = `measurand-${packageVersion()}`;

export const QUEUE_NAME = 'episodes';

/**
 * Names a study on the server: the same command gives the same name, so that it finds again what is under way; different
 * studies never meet.
 */
export function studyKey(
  planned: readonly EpisodeCoordinates[],
  { scorers, keepTraces }: QueueSetup,
): string {
  return digestOf({ episodes: planned.map(episodeId).sort(), scorers, keepTraces }).slice(0, 32);
}

/** Job ids hold no colon, which the queue keeps for itself. */
export function jobId(study: string, episode: string): string {
  return `${study}-${episode}`;
}

/** The stream in which workers answer. */
export function inboxKey(study: string): string {
  return `${KEY_PREFIX}:answers:${study}`;
}

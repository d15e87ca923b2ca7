import { episodeId } from '../archive/episode-digests.ts';
import type { EpisodeCoordinates, EpisodeRecord } from '../core/contracts/index.ts';

const NOTHING_COUNTED: EpisodeRecord['counts'] = {
  requests: 0,
  served: 0,
  faults: 0,
  rejected: 0,
  refused: 0,
  modelTurns: 0,
  shownCharacters: 0,
  cutCharacters: 0,
  waitSeconds: 0,
};

/** The record of an episode of which nothing is known but its state. */
export function bareRecord(
  coordinates: EpisodeCoordinates,
  state: EpisodeRecord['state'],
  stop: string,
): EpisodeRecord {
  return {
    format: 'measurand.episode/1',
    id: episodeId(coordinates),
    coordinates,
    state,
    stop,
    scores: [],
    decisions: [],
    counts: NOTHING_COUNTED,
    faultsSeen: [],
  };
}

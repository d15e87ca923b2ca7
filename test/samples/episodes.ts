import { episodeId } from '../../src/archive/episode-digests.ts';
import type { EpisodeRecord } from '../../src/core/contracts/index.ts';

/** A scored episode that differs from the others by its seed; `changes` replace parts of it. */
export function sampleEpisode(seed: number, changes: Partial<EpisodeRecord> = {}): EpisodeRecord {
  const coordinates = {
    suite: 'sample',
    profile: 'repaired',
    task: 'T',
    seed,
    model: 'perfect',
    scaffold: 'l2',
    protocol: 'single',
    arm: '',
    settings: { text: 'Zürich \u{1F600}' },
  } as const;
  return {
    format: 'measurand.episode/1',
    id: episodeId(coordinates),
    coordinates,
    state: 'scored',
    stop: 'submitted',
    scores: [{ scorer: 'truth', value: 0.5 + seed / 1e6, parts: { recall: 1 / 3 }, notes: [] }],
    decisions: [{ decision: 'retry', owner: 'model', choice: 'retry', count: 1 }],
    counts: {
      requests: 4,
      served: 3,
      faults: 1,
      rejected: 0,
      refused: 0,
      modelTurns: 5,
      shownCharacters: 100,
      cutCharacters: 0,
      waitSeconds: 2,
    },
    faultsSeen: ['rate_limit'],
    ...changes,
  };
}

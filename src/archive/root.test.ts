import { expect, test } from 'vitest';
import type { EpisodeRecord } from '../core/contracts/index.ts';
import { episodeId } from './episode-digests.ts';
import { MemoryArchive } from './memory.ts';
import { rootOf } from './root.ts';

function missing(seed: number): EpisodeRecord {
  const coordinates: EpisodeRecord['coordinates'] = {
    suite: 's',
    profile: 'p',
    task: 't',
    seed,
    model: 'm',
    scaffold: 'l2',
    protocol: 'single',
    arm: '',
    settings: {},
  };
  const counts = { requests: 0, served: 0, faults: 0, rejected: 0, refused: 0, modelTurns: 0 };
  return {
    format: 'measurand.episode/1',
    id: episodeId(coordinates),
    coordinates,
    state: 'missing',
    stop: 'never finished',
    scores: [],
    decisions: [],
    counts: { ...counts, shownCharacters: 0, cutCharacters: 0, waitSeconds: 0 },
    faultsSeen: [],
  };
}

test('rootOf is the root of an archive of the same episodes, in any order', () => {
  const records = [0, 1, 2].map(missing);
  const archive = new MemoryArchive();
  for (const record of records) archive.put(record);
  expect(rootOf(records)).toBe(archive.root());
  expect(rootOf(records.toReversed())).toBe(archive.root());
  expect(rootOf(records.slice(1))).not.toBe(archive.root());
});

import { expect, test } from 'vitest';
import { bareRecord } from '../study/records.ts';
import { taskNamed } from '../tasks/registry.ts';
import { episodeId } from './episode-digests.ts';
import { MemoryArchive } from './memory.ts';
import { rootOf } from './root.ts';

const records = [0, 1, 2].map((seed) => {
  const task = taskNamed('repaired', 'T3_duplicates');
  const coordinates = {
    suite: 'comtrade',
    profile: 'repaired',
    task: task.id,
    seed,
    model: 'perfect',
    scaffold: 'l2',
    protocol: 'single' as const,
    arm: '',
    settings: task.settings,
  };
  return bareRecord(coordinates, 'missing', `seed ${seed} of ${episodeId(coordinates)}`);
});

test('rootOf is the root of an archive of the same episodes, in any order', () => {
  const archive = new MemoryArchive();
  for (const record of records) archive.put(record);
  expect(rootOf(records)).toBe(archive.root());
  expect(rootOf(records.toReversed())).toBe(archive.root());
  expect(rootOf(records.slice(1))).not.toBe(archive.root());
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc, test as property } from '@fast-check/vitest';
import { afterAll, describe, expect, test } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import { sampleEpisode } from '../../test/samples/episodes.ts';
import type { EpisodeArchive } from './archive.ts';
import { openArchive } from './folder.ts';
import { MemoryArchive } from './memory.ts';

const scratch = mkdtempSync(join(tmpdir(), 'measurand-archive-'));
afterAll(() => rmSync(scratch, { recursive: true }));
let made = 0;
const inFolder = (): EpisodeArchive => {
  made += 1;
  return openArchive(join(scratch, String(made)));
};

const IMPLEMENTATIONS = [
  ['MemoryArchive', (): EpisodeArchive => new MemoryArchive()],
  ['FolderArchive', inFolder],
] as const;

describe.each(IMPLEMENTATIONS)('%s', (_name, open) => {
  test('gives back every episode that it was given, ordered by id', () => {
    using archive = open();
    const episodes = [3, 1, 2].map((seed) => sampleEpisode(seed));
    for (const episode of episodes) expect(archive.put(episode)).toBe('added');
    expect(archive.size).toBe(3);
    expect([...archive.records()]).toEqual([...episodes].sort((a, b) => (a.id < b.id ? -1 : 1)));
    expect(archive.get(episodes[1]?.id ?? '')).toEqual(episodes[1]);
    expect(archive.has('0'.repeat(64))).toBe(false);
    expect(archive.get('0'.repeat(64))).toBeUndefined();
  });

  test('keeps a blob under the digest of its bytes, text as UTF-8', () => {
    using archive = open();
    const digest = archive.putBlob('Zürich\n');
    expect(archive.putBlob(Buffer.from('Zürich\n'))).toBe(digest);
    expect(Buffer.from(archive.blob(digest)).toString()).toBe('Zürich\n');
    expect(Buffer.from(archive.blob(archive.putBlob('')))).toHaveLength(0);
    expect(() => archive.blob('f'.repeat(64))).toThrow(expect.objectContaining({ code: 'unknown-blob' }));
    expect(() => archive.blob('../../etc/passwd')).toThrow(expect.objectContaining({ code: 'unknown-blob' }));
  });

  test('refuses an episode that names a blob it does not hold', () => {
    using archive = open();
    const episode = sampleEpisode(1, { submission: { data: 'a'.repeat(64) } });
    expect(() => archive.put(episode)).toThrow(expect.objectContaining({ code: 'unknown-blob' }));
    expect(archive.size).toBe(0);
  });

  test('refuses an episode whose id is not the digest of its coordinates', () => {
    using archive = open();
    const episode = { ...sampleEpisode(1), id: sampleEpisode(2).id };
    expect(() => archive.put(episode)).toThrow(expect.objectContaining({ code: 'episode-id' }));
  });

  property.prop([fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7], { minLength: 7 })], { numRuns: 10 })(
    'has the same root for every order of the same episodes',
    (order) => {
      using archive = open();
      using straight = new MemoryArchive();
      for (const seed of order) archive.put(sampleEpisode(seed));
      for (const seed of [1, 2, 3, 4, 5, 6, 7]) straight.put(sampleEpisode(seed));
      expect(archive.root()).toBe(straight.root());
      straight.put(sampleEpisode(8));
      expect(archive.root()).not.toBe(straight.root());
    },
  );

  test('can be closed twice', () => {
    const archive = open();
    archive.put(sampleEpisode(1));
    archive.close();
    expect(() => archive.close()).not.toThrow();
  });
});

describe.each(IMPLEMENTATIONS)('%s', (_name, open) => {
  verifies('archive.put.idempotent', () => {
    using archive = open();
    archive.put(sampleEpisode(1));
    const root = archive.root();
    expect(archive.put(sampleEpisode(1))).toBe('present');
    const other = sampleEpisode(1, { stop: 'another end' });
    expect(() => archive.put(other)).toThrow(expect.objectContaining({ code: 'episode-conflict' }));
    expect([archive.size, archive.root()]).toEqual([1, root]);
  });
});

test('the root of no episodes is the same for both', () => {
  using folder = inFolder();
  expect(folder.root()).toBe(new MemoryArchive().root());
});

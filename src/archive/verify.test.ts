import {
  appendFileSync,
  copyFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import { damageOnce, fillArchive, knowArchive } from '../../test/samples/bit-flips.ts';
import { sampleEpisode } from '../../test/samples/episodes.ts';
import { Random } from '../core/random.ts';
import { openArchive, readArchive } from './folder.ts';
import { verifyArchive } from './verify.ts';

const scratch = mkdtempSync(join(tmpdir(), 'measurand-verify-'));
const sound = join(scratch, 'sound');
let made = 0;
const copy = (): string => {
  made += 1;
  const folder = join(scratch, `c${made}`);
  cpSync(sound, folder, { recursive: true });
  return folder;
};

beforeAll(() => fillArchive(sound));
afterAll(() => rmSync(scratch, { recursive: true }));

test('a sound archive is found sound, with the root that reading it gives', () => {
  using archive = readArchive(sound);
  expect(verifyArchive(sound)).toMatchObject({
    root: archive.root(),
    state: 'closed',
    episodes: archive.size,
    damaged: [],
    remarks: [],
  });
});

verifies('archive.verify.names-damage', () => {
  const known = knowArchive(copy());
  const random = new Random(3);
  const trials = Array.from({ length: 300 }, () => damageOnce(known, random));
  expect(trials.filter(({ fault }) => fault !== undefined)).toEqual([]);
  expect(new Set(trials.map(({ file }) => file)).size).toBe(known.files.length);
});

test('files that are gone, bytes too many and segments that were slipped in are named', () => {
  const damageOf = (change: (folder: string) => void): readonly string[] => {
    const folder = copy();
    change(folder);
    return verifyArchive(folder).damaged.map(({ file, what }) => `${file}: ${what}`);
  };
  const at = (folder: string, file: string): string => join(folder, file);
  expect(damageOf((folder) => rmSync(at(folder, 'segments/002.jsonl')))).toEqual([
    'segments/002.jsonl: the segment is missing',
  ]);
  expect(damageOf((folder) => rmSync(at(folder, 'manifest.json')))).toEqual([
    'manifest.json: the manifest is missing',
  ]);
  expect(damageOf((folder) => rmSync(at(folder, 'blobs/002.pack')))).toEqual(
    expect.arrayContaining(['blobs/002.pack: the pack is missing']),
  );
  expect(damageOf((folder) => appendFileSync(at(folder, 'segments/002.jsonl'), '{'))).toEqual([
    'segments/002.jsonl: 1 bytes too many',
  ]);
  expect(damageOf((folder) => appendFileSync(at(folder, 'blobs/001.pack'), 'MBK1'))).toEqual([
    'blobs/001.pack: 4 bytes too many',
  ]);
  const slipped = damageOf((folder) => {
    const other = join(scratch, 'other');
    {
      using archive = openArchive(other);
      archive.put(sampleEpisode(1));
    }
    copyFileSync(at(other, 'segments/001.jsonl'), at(folder, 'segments/003.jsonl'));
  });
  expect(slipped.join()).toContain('segments/003.jsonl: the line does not follow the line before it');
});

test('what a killed writer left is no damage, and verifying changes nothing', () => {
  const folder = join(scratch, 'killed');
  const archive = openArchive(folder);
  archive.put(sampleEpisode(1, { submission: { data: archive.putBlob('rows') } }));
  appendFileSync(join(folder, 'segments/001.jsonl'), '{"digest":"');
  appendFileSync(join(folder, 'blobs/001.pack'), 'MBK1');
  const before = readFileSync(join(folder, 'segments/001.jsonl'));
  expect(verifyArchive(folder)).toMatchObject({ state: 'open', episodes: 1, blobs: 1, damaged: [] });
  expect(readFileSync(join(folder, 'segments/001.jsonl'))).toEqual(before);
  archive.close();
});

test('two records under one id are named, whichever was written first', () => {
  const folder = join(scratch, 'conflict');
  const [one, two] = [1, 2].map(() => openArchive(folder, { writers: 'many' }));
  one?.put(sampleEpisode(1));
  two?.put(sampleEpisode(1, { stop: 'another end' }));
  for (const writer of [one, two]) {
    expect(() => writer?.close()).toThrow(expect.objectContaining({ code: 'episode-conflict' }));
  }
  const { damaged, episodes } = verifyArchive(folder);
  expect(episodes).toBe(1);
  expect(damaged).toMatchObject([{ episodes: [sampleEpisode(1).id] }]);
  writeFileSync(join(folder, 'timing.json'), '{}');
  expect(verifyArchive(folder).damaged.map(({ file }) => file)).toContain('timing.json');
});

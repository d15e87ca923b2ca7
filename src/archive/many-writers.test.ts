import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import { sampleEpisode } from '../../test/samples/episodes.ts';
import { openArchive, readArchive } from './folder.ts';
import { MemoryArchive } from './memory.ts';

const scratch = mkdtempSync(join(tmpdir(), 'measurand-writers-'));
afterAll(() => rmSync(scratch, { recursive: true }));
let made = 0;
const fresh = (): string => {
  made += 1;
  return join(scratch, `a${made}`);
};

/** A program of its own that writes the episodes of some seeds, with a blob each, and is killed if told to. */
const WRITER = `
import { openArchive } from ${JSON.stringify(join(import.meta.dirname, 'folder.ts'))};
import { sampleEpisode } from ${JSON.stringify(join(import.meta.dirname, '../../test/samples/episodes.ts'))};
const [folder, from, to, dies] = process.argv.slice(2);
const archive = openArchive(folder, { writers: 'many' });
for (let seed = Number(from); seed < Number(to); seed += 1) {
  const data = archive.putBlob('rows of seed ' + seed);
  archive.put(sampleEpisode(seed, { submission: { data } }));
}
if (dies) process.kill(process.pid, 'SIGKILL');
archive.close();
`;

async function write(folder: string, from: number, to: number, dies = false): Promise<number | null> {
  const file = join(scratch, 'writer.ts');
  writeFileSync(file, WRITER);
  const args = ['--import', 'tsx', file, folder, String(from), String(to), ...(dies ? ['dies'] : [])];
  const child = spawn(process.execPath, args, { cwd: join(import.meta.dirname, '../..'), stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

function straight(seeds: number): string {
  const archive = new MemoryArchive();
  for (let seed = 0; seed < seeds; seed += 1) {
    const data = archive.putBlob(`rows of seed ${seed}`);
    archive.put(sampleEpisode(seed, { submission: { data } }));
  }
  return archive.root();
}

verifies(
  'archive.writers.many',
  async () => {
    const folder = fresh();
    // Ranges overlap, and one writer is killed before it closes.
    const ended = await Promise.all([
      write(folder, 0, 400),
      write(folder, 300, 700),
      write(folder, 600, 1000),
      write(folder, 100, 800, true),
    ]);
    expect(ended).toEqual([0, 0, 0, null]);
    openArchive(folder).close();
    using archive = readArchive(folder);
    expect([archive.size, archive.root(), archive.remarks]).toEqual([1000, straight(1000), []]);
    for (const { submission } of archive.records()) {
      expect(Buffer.from(archive.blob(submission?.['data'] ?? '')).toString()).toMatch(/^rows of seed \d+$/);
    }
    expect(readdirSync(join(folder, 'segments')).filter((name) => name.endsWith('.lock'))).toEqual([]);
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { state: string };
    expect(manifest).toMatchObject({ state: 'closed', episodes: 1000, root: straight(1000) });
  },
  60_000,
);

test('writers of many see each other in the root, and the last to leave closes the archive', () => {
  const folder = fresh();
  const stateOf = (): unknown =>
    (JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { state: unknown }).state;
  const one = openArchive(folder, { writers: 'many' });
  const two = openArchive(folder, { writers: 'many' });
  one.put(sampleEpisode(1, { submission: { data: one.putBlob('first') } }));
  two.put(sampleEpisode(2, { submission: { data: two.putBlob('second') } }));
  expect(one.root()).toBe(two.root());
  expect([one.size, two.size]).toEqual([2, 2]);
  expect(Buffer.from(two.blob(one.putBlob('first'))).toString()).toBe('first');
  one.close();
  expect(stateOf()).toBe('open');
  two.close();
  expect(stateOf()).toBe('closed');
});

test('an only writer keeps others out, and one of many keeps an only writer out', () => {
  const folder = fresh();
  const locked = expect.objectContaining({ code: 'archive-locked' });
  {
    using _only = openArchive(folder);
    expect(() => openArchive(folder, { writers: 'many' })).toThrow(locked);
  }
  {
    using _many = openArchive(folder, { writers: 'many' });
    expect(() => openArchive(folder)).toThrow(locked);
    using _another = openArchive(folder, { writers: 'many' });
  }
  openArchive(folder).close();
  expect(existsSync(join(folder, 'lock'))).toBe(false);
});

test('the segment of a writer on another host is read, left as it is, and in nobody’s way', () => {
  const folder = fresh();
  {
    using archive = openArchive(folder);
    archive.put(sampleEpisode(1));
    archive.put(sampleEpisode(2));
  }
  rmSync(join(folder, 'manifest.json'));
  const log = join(folder, 'segments', '001.jsonl');
  const half = readFileSync(log).subarray(0, -9);
  writeFileSync(log, half);
  writeFileSync(
    join(folder, 'segments', '001.lock'),
    JSON.stringify({ pid: 1, host: `not-${hostname()}`, started: '' }),
  );
  {
    using archive = openArchive(folder, { writers: 'many' });
    expect([archive.size, archive.remarks]).toEqual([1, ['The manifest was missing; it is rebuilt']]);
    archive.put(sampleEpisode(3));
  }
  expect(readFileSync(log)).toEqual(half);
  expect(readdirSync(join(folder, 'segments'))).toContain('002.jsonl');
});

import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { fillArchive } from '../../../test/samples/bit-flips.ts';
import { sampleEpisode } from '../../../test/samples/episodes.ts';
import { openArchive, readArchive } from '../folder.ts';
import { verifyArchive } from '../verify.ts';
import { archiveIndex } from './build.ts';
import { type QueryAnswer, queryIndex } from './query.ts';

const scratch = mkdtempSync(join(tmpdir(), 'measurand-index-test-'));
const archive = join(scratch, 'archive');
beforeAll(() => fillArchive(archive));
afterAll(() => rmSync(scratch, { recursive: true }));

async function ask(sql: string, folder = archive): Promise<QueryAnswer['rows']> {
  using index = await archiveIndex(folder);
  return (await queryIndex(index, sql)).rows;
}

verifies('archive.index.same-figures', async () => {
  using held = readArchive(archive);
  const records = [...held.records()];
  expect(await ask('SELECT id, state, stop, seed FROM episodes ORDER BY id')).toEqual(
    records.map(({ id, state, stop, coordinates: { seed } }) => [id, state, stop, seed]),
  );
  const scores = await ask('SELECT id, scorer, value FROM scores ORDER BY id, scorer');
  const wanted = records.flatMap(({ id, scores: own }) =>
    [...own].sort((a, b) => (a.scorer < b.scorer ? -1 : 1)).map(({ scorer, value }) => [id, scorer, value]),
  );
  expect(scores).toEqual(wanted);
  expect(await ask('SELECT sum(count) FROM decisions')).toEqual([
    [records.flatMap(({ decisions }) => decisions).reduce((sum, { count }) => sum + count, 0)],
  ]);
  expect(await ask('SELECT id, requests, model_turns, shown_characters FROM counts ORDER BY id')).toEqual(
    records.map(({ id, counts }) => [id, counts.requests, counts.modelTurns, counts.shownCharacters]),
  );
});

const HOSTILE = [
  "COPY episodes TO 'FOLDER/out.csv'",
  "COPY (SELECT 1) TO 'FOLDER/out.csv'",
  "ATTACH 'FOLDER/out.db'",
  "EXPORT DATABASE 'FOLDER/out'",
  'INSTALL httpfs',
  'LOAD httpfs',
  "SELECT * FROM read_csv('/etc/passwd')",
  "SELECT * FROM read_text('/etc/passwd')",
  "SELECT * FROM read_blob('/etc/passwd')",
  "SELECT * FROM '/etc/passwd'",
  "SELECT * FROM glob('/*')",
  "SELECT * FROM sniff_csv('/etc/passwd')",
  "SELECT * FROM read_json('http://127.0.0.1:PORT/x')",
  "SELECT * FROM read_parquet('http://127.0.0.1:PORT/x')",
  "SELECT * FROM query('COPY (SELECT 1) TO ''FOLDER/out.csv''')",
  "SELECT getenv('HOME')",
  'SET enable_external_access = true',
  'RESET lock_configuration',
  "PRAGMA enable_profiling='json'",
  'DROP VIEW scores',
  'CREATE TABLE x AS SELECT 1',
  'DELETE FROM episodes',
  'SELECT 1; DROP VIEW scores',
  'CREATE SECRET (TYPE s3)',
  '',
  ';',
  'no SQL at all',
] as const;

verifies('archive.query.reads-only', async () => {
  let visits = 0;
  const server = createServer(() => {
    visits += 1;
  }).listen(0, '127.0.0.1');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  using index = await archiveIndex(archive);
  const before = readdirSync(archive, { recursive: true }).sort();
  for (const sql of HOSTILE) {
    const text = sql.replace('FOLDER', scratch).replace('PORT', String(port));
    await expect(queryIndex(index, text), text).rejects.toThrow(
      expect.objectContaining({ code: 'invalid-query' }),
    );
  }
  server.close();
  expect(visits).toBe(0);
  expect(readdirSync(archive, { recursive: true }).sort()).toEqual(before);
  expect(readdirSync(scratch)).toEqual(['archive']);
  expect((await queryIndex(index, 'SELECT count(*) FROM scores')).rows).not.toEqual([[0]]);
});

test('an index is no part of what is hashed, is used again, and follows the archive', async () => {
  const folder = join(scratch, 'grows');
  cpSync(archive, folder, { recursive: true });
  const [before] = readdirSync(join(folder, 'index'));
  expect(verifyArchive(folder).damaged).toEqual([]);
  expect(await ask('SELECT count(*) FROM episodes', folder)).toEqual([[40]]);
  {
    using writer = openArchive(folder);
    writer.put(sampleEpisode(1));
    expect(await ask('SELECT count(*) FROM episodes', folder)).toEqual([[41]]);
    expect(readdirSync(join(folder, 'index'))).toEqual([before]);
  }
  expect(await ask('SELECT count(*) FROM episodes', folder)).toEqual([[41]]);
  expect(readdirSync(join(folder, 'index'))).not.toContain(before);
  rmSync(join(folder, 'index'), { recursive: true });
  expect(await ask("SELECT count(*) FROM episodes WHERE suite = 'sample'", folder)).toEqual([[1]]);
  rmSync(folder, { recursive: true });
});

test('episodes that overlapping writers hold twice count once, half-written lines not at all', async () => {
  const folder = join(scratch, 'twice');
  const writers = [1, 2].map(() => openArchive(folder, { writers: 'many' }));
  for (const writer of writers) for (const seed of [1, 2, 3]) writer.put(sampleEpisode(seed));
  writeFileSync(join(folder, 'segments', '001.jsonl'), '{"digest":"', { flag: 'a' });
  expect(await ask('SELECT seed FROM episodes ORDER BY seed', folder)).toEqual([[1], [2], [3]]);
  expect(existsSync(join(folder, 'index')) ? readdirSync(join(folder, 'index')) : []).toEqual([]);
  rmSync(folder, { recursive: true });
});

test('text that the database cannot hold is shown with a replacement, and nothing else is changed', async () => {
  const folder = join(scratch, 'text');
  {
    using writer = openArchive(folder);
    writer.put(sampleEpisode(1, { stop: 'lone \ud800, pair \u{1F600}, escaped \\ud800, nul \u0000 end' }));
  }
  expect(await ask('SELECT stop FROM episodes', folder)).toEqual([
    ['lone \ufffd, pair \u{1F600}, escaped \\ud800, nul \u0000 end'],
  ]);
  rmSync(folder, { recursive: true });
});

test('an empty archive has empty tables, and a folder that is none is refused before anything is written', async () => {
  const folder = join(scratch, 'empty');
  openArchive(folder).close();
  expect(await ask('SELECT count(*) FROM episodes', folder)).toEqual([[0]]);
  rmSync(folder, { recursive: true });
  await expect(archiveIndex(join(scratch, 'nowhere'))).rejects.toThrow(
    expect.objectContaining({ code: 'not-an-archive' }),
  );
  expect(existsSync(join(scratch, 'nowhere'))).toBe(false);
});

test('integers come as numbers, and those that no number holds as text', async () => {
  expect(await ask('SELECT count(*), 9007199254740993::HUGEINT, 1.5, NULL FROM episodes')).toEqual([
    [40, '9007199254740993', 1.5, null],
  ]);
});

import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { measurand, PROGRAM, ROOT, run, temporaryFolder } from './program.ts';

const FIXTURE = join(ROOT, 'test/fixtures/archive-1');

async function json(args: readonly string[], wanted = 0): Promise<Record<string, unknown>> {
  const { code, out, err } = await measurand([...args, '--json']);
  expect([code, err], args.join(' ')).toEqual([wanted, '']);
  return JSON.parse(out) as Record<string, unknown>;
}

test('verify names a flipped bit on the screen and in JSON, and exits with 1', async () => {
  using folder = temporaryFolder();
  const archive = join(folder.path, 'archive');
  cpSync(FIXTURE, archive, { recursive: true });
  const whole = await json(['verify', archive, '--rescore']);
  expect(whole).toMatchObject({ sound: true, episodes: 18, damaged: [], rescored: { same: 18 } });
  const log = join(archive, 'segments', '001.jsonl');
  const bytes = readFileSync(log);
  const id = /"id":"([0-9a-f]{64})"/.exec(bytes.toString())?.[1];
  bytes[500] = (bytes[500] as number) ^ 1;
  writeFileSync(log, bytes);
  expect(await json(['verify', archive], 1)).toMatchObject({
    sound: false,
    episodes: 17,
    damaged: [{ file: 'segments/001.jsonl', line: 1, episodes: [id] }],
  });
  const shown = await measurand(['verify', archive]);
  expect([shown.code, shown.out]).toEqual([1, expect.stringContaining(`episode ${id}`)]);
  expect(await measurand(['verify', folder.path])).toMatchObject({ code: 2, out: '' });
});

test('query answers on the screen and in JSON, and refuses what is no SELECT with one sentence', async () => {
  using folder = temporaryFolder();
  const archive = join(folder.path, 'archive');
  cpSync(FIXTURE, archive, { recursive: true });
  const sql = 'select scorer, count(*) as n from scores group by scorer order by scorer';
  expect(await json(['query', sql, '--archive', archive])).toMatchObject({
    columns: ['scorer', 'n'],
    rows: [
      ['coverage', 18],
      ['shape-judge', 18],
      ['truth', 18],
    ],
  });
  const { out } = await measurand(['query', sql, '--archive', archive]);
  expect(out).toBe('scorer        n\ncoverage     18\nshape-judge  18\ntruth        18\n');
  for (const bad of [
    "copy scores to 'x.csv'",
    'select nothing from nowhere',
    "select * from read_csv('/etc/passwd')",
  ]) {
    const ended = await measurand(['query', bad, '--archive', archive], { cwd: folder.path });
    expect([ended.code, ended.out]).toEqual([2, '']);
    expect(ended.err.trim().split('\n')).toHaveLength(1);
  }
  expect(readdirSync(folder.path)).toEqual(['archive']);
});

test('export writes a release that verifies, and a Parquet file; each only where nothing is yet', async () => {
  using folder = temporaryFolder();
  const archive = join(folder.path, 'archive');
  cpSync(FIXTURE, archive, { recursive: true });
  const [release, parquet] = [join(folder.path, 'release'), join(folder.path, 'scores.parquet')];
  const { root } = await json(['export', archive, '--release', release]);
  expect(await json(['verify', release, '--rescore'])).toMatchObject({
    sound: true,
    root,
    rescored: { same: 18 },
  });
  const sums = await run('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: release });
  expect([sums.code, sums.out]).toEqual([0, '']);
  expect(await json(['export', archive, '--parquet', parquet])).toMatchObject({ root, rows: 54 });
  expect(readFileSync(parquet).subarray(0, 4).toString()).toBe('PAR1');
  for (const again of [
    ['--release', release],
    ['--parquet', parquet],
    [],
    ['--release', 'a', '--parquet', 'b'],
  ]) {
    expect(await measurand(['export', archive, ...again])).toMatchObject({ code: 2, out: '' });
  }
});

test('without the database, queries say what to install and everything else works', async () => {
  using folder = temporaryFolder();
  const archive = join(folder.path, 'archive');
  cpSync(FIXTURE, archive, { recursive: true });
  const hooks = join(folder.path, 'hooks.mjs');
  writeFileSync(
    hooks,
    `import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(\`export async function resolve(name, context, next) {
  if (name.startsWith('@duckdb/')) throw new Error('not installed');
  return next(name, context);
}\`));`,
  );
  const env = { NODE_OPTIONS: `--import ${pathToFileURL(hooks).href}` };
  const ended = await measurand(['query', 'select 1', '--archive', archive], { env });
  expect([ended.code, ended.out]).toEqual([3, '']);
  expect(ended.err).toContain('npm install @duckdb/node-api');
  expect((await measurand(['verify', archive], { env })).code).toBe(0);
  expect((await measurand(['report', archive], { env })).code).toBe(0);
});

verifies('archive.full-disk.continues', async () => {
  using folder = temporaryFolder();
  const grid = [
    'run',
    'grid',
    '--models',
    'perfect,fabricates',
    '--tasks',
    'T3_duplicates',
    '--seeds',
    '0-9',
  ];
  const { root } = await json(grid);
  for (const kilobytes of [1, 4, 16, 33]) {
    const archive = join(folder.path, `a${kilobytes}`);
    const args = [...grid, '--archive', archive];
    // A limit on the size of files refuses a write half-way, as a full disk does.
    const limited = await run('bash', [
      '-c',
      `ulimit -f ${kilobytes}; exec "$0" "$@"`,
      process.execPath,
      PROGRAM,
      ...args,
    ]);
    expect([limited.code, limited.out], `${kilobytes} kB`).toEqual([4, '']);
    expect(limited.err).toContain('[archive-write]');
    const check = await json(['verify', archive]);
    expect(check).toMatchObject({ sound: true, state: 'open' });
    const continued = await json(args);
    expect(continued).toMatchObject({ root, summary: { planned: 40, held: check['episodes'] } });
  }
});

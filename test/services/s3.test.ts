import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { measurand, temporaryFolder } from '../e2e/program.ts';
import { verifies } from '../requirements.ts';
import { startMeasurand } from './processes.ts';
import { RedisServer } from './redis-server.ts';
import { S3Server } from './s3-server.ts';

const GRID = ['run', 'grid', '--tasks', 'T3_duplicates', '--seeds', '0-2', '--traces', '--json'];
const PLACE = 's3://blobs/of/a-study';

function rootOf({ code, out, err }: { code: number | null; out: string; err: string }): string {
  expect([code, code === 0 ? '' : err]).toEqual([0, '']);
  return (JSON.parse(out) as { readonly root: string }).root;
}

function filesBelow(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.map((name) => join(folder, name)).filter((path) => statSync(path).isFile());
}

verifies('queue.blobs.real-store', async () => {
  await using server = await RedisServer.start();
  await using store = await S3Server.start('blobs');
  using folder = temporaryFolder();
  const archive = join(folder.path, 'archive');
  const queued = [...GRID, '--queue', server.url, '--blobs', PLACE];
  const alone = rootOf(await measurand(GRID));

  await using worker = startMeasurand(['worker', '--queue', server.url, '--blobs', PLACE], store.environment);
  await worker.ready();
  const wrong = { ...store.environment, AWS_ACCESS_KEY_ID: 'NOT-THE-ONE' };
  const refused = await measurand(queued, { env: wrong });
  expect([refused.code, refused.out]).toEqual([4, '']);
  expect(refused.err).toContain('[blob-exchange]');
  expect(refused.err).toContain('HTTP 403');
  expect(refused.err).not.toContain('NOT-THE-ONE');

  const run = await measurand([...queued, '--archive', archive], { env: store.environment });
  expect(rootOf(run)).toBe(alone);
  expect(filesBelow(store.folder).length).toBeGreaterThan(10);
  const { code, out } = await measurand(['verify', archive, '--json']);
  expect([code, (JSON.parse(out) as { root: string }).root]).toEqual([0, alone]);
  for (const file of filesBelow(archive)) {
    expect(readFileSync(file).includes(store.environment['AWS_SECRET_ACCESS_KEY'] ?? '?'), file).toBe(false);
  }
});

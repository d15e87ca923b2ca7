import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { measurand, temporaryFolder } from '../e2e/program.ts';
import { verifies } from '../requirements.ts';
import { type Started, startMeasurand, startWorker } from './processes.ts';
import { RedisServer } from './redis-server.ts';

const GRID = ['run', 'grid', '--tasks', 'T3_duplicates,T8_mixed_faults', '--seeds', '0-9', '--json'];
const PLANNED = 840;
const AT_LEAST = 20_000;

interface Report {
  readonly root: string;
  readonly figures: unknown;
  readonly ledger: {
    readonly planned: number;
    readonly states: { readonly scored: number; readonly missing: number };
  };
  readonly summary: { readonly held: number; readonly ran: number };
}

const read = ({ code, out, err }: { code: number | null; out: string; err: string }): Report => {
  expect([code, err]).toEqual([0, expect.not.stringContaining('measurand:')]);
  return JSON.parse(out) as Report;
};

let alone: Report;
beforeAll(async () => {
  alone = read(await measurand(GRID));
}, AT_LEAST * 3);

/** Until so many episodes lie in the archive, seen from outside. */
async function until(archive: string, episodes: number, run: Started): Promise<void> {
  const { readArchive } = await import('../../src/archive/folder.ts');
  for (; run.isRunning; await delay(50)) {
    try {
      using read = readArchive(archive);
      if (read.size >= episodes) return;
    } catch {
      // It has not begun yet.
    }
  }
  throw new Error(`It ended too early to be disturbed: ${(await run.ended).err}`);
}

async function keysLeft({ url }: RedisServer): Promise<readonly string[]> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url);
  const keys = await redis.keys('*');
  redis.disconnect();
  return keys.map((key) => key.replace(/^measurand-[^:]*:/, '')).sort();
}

verifies('queue.root.same-as-one-process', async () => {
  await using server = await RedisServer.start();
  await using _first = startWorker(server.url);
  await using _second = startWorker(server.url, '--concurrency', '4');
  const { root, figures, ledger } = read(await measurand([...GRID, '--queue', server.url]));
  expect({ root, figures }).toEqual({ root: alone.root, figures: alone.figures });
  expect(ledger.planned).toBe(PLANNED);
  const left = await keysLeft(server);
  expect(left.filter((key) => /answers|\d/.test(key))).toEqual([]);
});

verifies('queue.kill.worker', async () => {
  await using server = await RedisServer.start();
  using folder = temporaryFolder();
  const archive = join(folder.path, 'archive');
  let worker = startWorker(server.url, '--lease', '1');
  await using run = startMeasurand([...GRID, '--queue', server.url, '--archive', archive]);
  for (const episodes of [50, 200, 400]) {
    await until(archive, episodes, run);
    await worker.kill();
    worker = startWorker(server.url, '--lease', '1', '--concurrency', '4');
  }
  const { root } = read(await run.ended);
  await worker.kill();
  expect(root).toBe(alone.root);
});

verifies('queue.kill.server', async () => {
  await using server = await RedisServer.start(['--appendonly', 'yes', '--appendfsync', 'everysec']);
  using folder = temporaryFolder();
  const archive = join(folder.path, 'archive');
  await using _worker = startWorker(server.url, '--lease', '1');
  await using run = startMeasurand([...GRID, '--queue', server.url, '--archive', archive]);
  await until(archive, 50, run);
  await server.kill();
  await server.start();
  await until(archive, 300, run);
  await server.kill();
  server.forget();
  await delay(500);
  await server.start();
  expect(read(await run.ended).root).toBe(alone.root);
});

verifies('queue.kill.collector', async () => {
  await using server = await RedisServer.start();
  using folder = temporaryFolder();
  const command = [...GRID, '--queue', server.url, '--archive', join(folder.path, 'archive')];
  await using worker = startWorker(server.url, '--json');
  for (const [episodes, signal] of [
    [60, 'SIGKILL'],
    [200, 'SIGINT'],
  ] as const) {
    await using run = startMeasurand(command);
    await until(join(folder.path, 'archive'), episodes, run);
    await run.kill(signal);
  }
  const { root, summary } = read(await measurand(command));
  expect(root).toBe(alone.root);
  expect(summary.held).toBeGreaterThanOrEqual(200);
  expect(summary.held + summary.ran).toBe(PLANNED);
  await worker.kill('SIGTERM');
  const { code, out } = await worker.ended;
  const { ran } = JSON.parse(out) as { readonly ran: number };
  expect(code).toBe(0);
  expect(ran, 'nothing was run twice: answers of the killed run were found again').toBe(PLANNED);
});

verifies('queue.blobs.by-folder', async () => {
  await using server = await RedisServer.start();
  using folder = temporaryFolder();
  const blobs = join(folder.path, 'blobs');
  await using _worker = startWorker(server.url, '--blobs', blobs);
  const lost = await measurand([...GRID, '--queue', server.url]);
  expect([lost.code, lost.out]).toEqual([4, '']);
  expect(lost.err).toContain('[blobs-elsewhere]');
  expect(read(await measurand([...GRID, '--queue', server.url, '--blobs', blobs])).root).toBe(alone.root);
});

const SECRET = 'dead-giveaway';

verifies('queue.credentials.never-shown', async () => {
  await using server = await RedisServer.start(['--requirepass', 'right']);
  const to = (credentials: string): string => server.url.replace('//', `//${credentials}@`);
  for (const url of [to(`:${SECRET}`), to(`user:${SECRET}`), `redis://:${SECRET}@127.0.0.1:1`]) {
    for (const command of [GRID, ['worker']]) {
      const { code, out, err } = await measurand([...command, '--queue', url]);
      expect([code, out]).toEqual([4, '']);
      expect(err).toContain('[queue-unreachable]');
      expect(err).not.toContain(SECRET);
    }
  }
  await using worker = startWorker(to(':right'));
  await worker.ready();
  await worker.kill('SIGTERM');
  const { code, err } = await worker.ended;
  expect([code, err]).toEqual([0, expect.stringContaining(`${server.url}/0`)]);
  expect(err).not.toContain('right');
});

test('a run whose queue has no worker says so, and Ctrl-C takes back what it put there', async () => {
  await using server = await RedisServer.start();
  await using run = startMeasurand([...GRID, '--queue', server.url]);
  await run.ready();
  await run.kill('SIGINT');
  const { code, err } = await run.ended;
  expect(code).toBe(130);
  expect(err).toContain('No worker is connected');
  expect((await keysLeft(server)).filter((key) => /^episodes:[0-9a-f]{32}-/.test(key))).toEqual([]);
});

test('options that act in one process are refused beside a queue', async () => {
  for (const inert of [
    ['--workers', '2'],
    ['--record', 'x.jsonl'],
  ]) {
    const { code, err } = await measurand([...GRID, '--queue', 'redis://127.0.0.1:1', ...inert]);
    expect([code, err]).toEqual([2, expect.stringContaining('[invalid-usage]')]);
  }
  const { code, err } = await measurand([...GRID, '--blobs', 'somewhere']);
  expect([code, err]).toEqual([2, expect.stringContaining('[invalid-usage]')]);
});

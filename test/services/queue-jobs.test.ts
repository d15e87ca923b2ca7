import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { episodeId } from '../../src/archive/episode-digests.ts';
import { MemoryArchive } from '../../src/archive/memory.ts';
import { worker } from '../../src/commands/worker.ts';
import type { EpisodeCoordinates, Model } from '../../src/core/contracts/index.ts';
import { MeasurandError } from '../../src/core/errors.ts';
import { ProviderError } from '../../src/models/providers/errors.ts';
import { modelNamed } from '../../src/models/registry.ts';
import { FleetRate } from '../../src/study/queue/fleet-rate.ts';
import { inboxKey, jobId, KEY_PREFIX, QUEUE_NAME, studyKey } from '../../src/study/queue/names.ts';
import { parseQueueAddress } from '../../src/study/queue/queue-address.ts';
import type { WorkerTally } from '../../src/study/queue/run-job.ts';
import { queueRunner, type RunOnQueueOptions } from '../../src/study/queue/run-on-queue.ts';
import { serveQueue } from '../../src/study/queue/serve-queue.ts';
import { BUILT_IN, type Registries } from '../../src/study/registries.ts';
import { runCells } from '../../src/study/run-cells.ts';
import { verifies } from '../requirements.ts';
import { SAMPLE_REGISTRIES, sampleCell } from '../samples/cells.ts';
import { Started } from './processes.ts';
import { RedisServer } from './redis-server.ts';

const SCORERS = ['plain-truth'];
const SETUP = { scorers: SCORERS, keepTraces: false };

let server: RedisServer;
let redis: Redis;
beforeAll(async () => {
  server = await RedisServer.start();
  redis = new Redis(server.url);
});
afterAll(async () => {
  redis.disconnect();
  await server[Symbol.asyncDispose]();
});

async function collect(
  cells: readonly EpisodeCoordinates[],
  options: Partial<RunOnQueueOptions> = {},
  signal?: AbortSignal,
) {
  const archive = new MemoryArchive();
  const runner = queueRunner({ address: parseQueueAddress(server.url), ...options });
  const given = { archive, scorers: SCORERS, registries: SAMPLE_REGISTRIES, runner };
  const summary = await runCells(cells, { ...given, ...(signal === undefined ? {} : { signal }) });
  return { archive, summary };
}

async function rootAlone(cells: readonly EpisodeCoordinates[]): Promise<string> {
  const archive = new MemoryArchive();
  await runCells(cells, { archive, scorers: SCORERS, registries: SAMPLE_REGISTRIES });
  return archive.root();
}

/** A worker in this process, with parts of its own. */
function serve(
  parts: Partial<Registries> = {},
): AsyncDisposable & { stop(): Promise<Readonly<WorkerTally>> } {
  const controller = new AbortController();
  const served = serveQueue({
    address: parseQueueAddress(server.url),
    concurrency: 4,
    registries: () => ({ ...SAMPLE_REGISTRIES, ...parts }),
    admit: () => undefined,
    signal: controller.signal,
  });
  const stop = (): Promise<Readonly<WorkerTally>> => {
    controller.abort();
    return served;
  };
  return { stop, [Symbol.asyncDispose]: async () => void (await stop()) };
}

/** Models of which some fail so many times before they decide. */
function failing(failures: Record<string, number>, error: () => Error): Pick<Registries, 'model'> {
  const left = new Map(Object.entries(failures));
  return {
    model(id): Model {
      const model = modelNamed(id);
      const decide: Model['decide'] = (view, signal) => {
        const times = left.get(id) ?? 0;
        if (times === 0) return model.decide(view, signal);
        left.set(id, times - 1);
        return Promise.reject(error());
      };
      return { ...model, decide };
    },
  };
}

verifies('queue.retry.apparatus-only', async () => {
  const cells = ['perfect', 'fabricates', 'never-submits'].map((model) => sampleCell({ model }));
  const outage = { perfect: 2, fabricates: 99, 'never-submits': 0 };
  const worker = serve(failing(outage, () => new ProviderError('rate-limited', 'not so often')));
  const { archive } = await collect(cells);
  expect(await worker.stop()).toEqual({ ran: 3, retried: 2 + 4, refused: 0, aside: 0 });
  const states = cells.map((cell) => archive.get(episodeId(cell)));
  expect(states.map((record) => [record?.state, record?.error?.code])).toEqual([
    ['scored', undefined],
    ['errored', 'rate-limited'],
    ['no-submission', undefined],
  ]);

  const broken = serve(failing({ perfect: 1 }, () => new TypeError('a fault of the program')));
  const final = await collect([sampleCell({ seed: 5 })]);
  expect(await broken.stop()).toEqual({ ran: 1, retried: 0, refused: 0, aside: 0 });
  expect([...final.archive.records()]).toMatchObject([{ state: 'errored', error: { code: 'exception' } }]);
});

verifies('queue.stop.until-mended', async () => {
  const cells = [0, 1, 2, 3].map((seed) => sampleCell({ seed }));
  const wrongKey = (): Error => new ProviderError('provider-access', 'the key is wrong');
  const first = serve(failing({ perfect: 99 }, wrongKey));
  await expect(collect(cells)).rejects.toMatchObject({ code: 'provider-access', kind: 'input' });
  await first.stop();
  await using _mended = serve();
  const { archive } = await collect(cells);
  expect(archive.root()).toBe(await rootAlone(cells));
});

test('a worker asks no model and reads no file unless it was started to', async () => {
  const controller = new AbortController();
  const running = worker({ queue: server.url, signal: controller.signal });
  const outside = sampleCell({ model: 'local:/etc/passwd' });
  const registries = { ...BUILT_IN, model: () => modelNamed('perfect') };
  const runner = queueRunner({ address: parseQueueAddress(server.url) });
  const failed = runCells([outside], {
    archive: new MemoryArchive(),
    scorers: ['truth'],
    registries,
    runner,
  });
  await expect(failed).rejects.toMatchObject({ code: 'model-not-served' });
  controller.abort();
  await running;
});

verifies('queue.poison.set-aside', async () => {
  const cells = ['perfect', 'fabricates', 'never-submits', 'keeps-totals'].map((model) =>
    sampleCell({ model }),
  );
  const ended = new AbortController();
  const respawn = (async () => {
    let died = 0;
    while (!ended.signal.aborted) {
      await using process_ = new Started(process.execPath, [
        '--import',
        'tsx',
        'test/services/dying-worker.ts',
        server.url,
      ]);
      while (process_.isRunning && !ended.signal.aborted) await delay(20);
      if (!ended.signal.aborted) died += 1;
    }
    return died;
  })();
  const runner = queueRunner({ address: parseQueueAddress(server.url) });
  const archive = new MemoryArchive();
  const scorers = ['truth'];
  await runCells(cells, { archive, scorers, runner }).finally(() => ended.abort());
  expect(await respawn).toBe(5);
  const poisoned = archive.get(episodeId(sampleCell({ model: 'fabricates' })));
  expect(poisoned).toMatchObject({
    state: 'errored',
    scores: [],
    error: { code: 'poison-episode', message: expect.stringContaining('after 5 attempts') },
  });
  expect([...archive.records()].filter(({ state }) => state !== 'errored')).toHaveLength(3);
});

const HOSTILE_JOBS: readonly unknown[] = [
  null,
  7,
  'text',
  [],
  {},
  { format: 'measurand.job/1' },
  { __proto__: { polluted: true }, constructor: { prototype: { polluted: true } } },
  {
    format: 'measurand.job/1',
    study: '../../etc',
    coordinates: sampleCell(),
    scorers: [],
    keepTraces: false,
  },
  {
    format: 'measurand.job/1',
    study: 'a'.repeat(32),
    coordinates: sampleCell(),
    scorers: ['x'.repeat(99_999)],
    keepTraces: false,
  },
  {
    format: 'measurand.job/1',
    study: 'a'.repeat(32),
    coordinates: { ...sampleCell(), settings: { deep: 'x'.repeat(99_999) } },
    scorers: [],
    keepTraces: false,
  },
  {
    format: 'measurand.job/1',
    study: 'a'.repeat(32),
    coordinates: sampleCell(),
    scorers: [],
    keepTraces: false,
  },
];

const answer = (value: unknown): Buffer => deflateRawSync(JSON.stringify(value));

verifies('queue.hostile.never-trusted', async () => {
  const cells = [0, 1, 2, 3, 4, 5].map((seed) => sampleCell({ seed }));
  const study = studyKey(cells, SETUP);
  const queue = new Queue(QUEUE_NAME, { connection: redis, prefix: KEY_PREFIX });
  await queue.addBulk(
    HOSTILE_JOBS.map((data, at) => ({ name: 'episode', data, opts: { jobId: `hostile-${at}` } })),
  );
  // One whose data are no JSON at all, and one that lies under the id of another episode.
  await queue.add('episode', {}, { jobId: 'hostile-json' });
  await redis.hset(queue.toKey('hostile-json'), 'data', '{"a":');
  const [first = sampleCell(), second = sampleCell()] = cells;
  const moved = { format: 'measurand.job/1', study, coordinates: first, scorers: SCORERS, keepTraces: false };
  await queue.add('episode', moved, { jobId: jobId(study, episodeId(second)) });

  const forged = new MemoryArchive();
  await runCells([first], { archive: forged, scorers: SCORERS, registries: SAMPLE_REGISTRIES });
  const [honest] = [...forged.records()];
  const episode = { format: 'measurand.answer/1', type: 'episode', record: honest, blobs: {} };
  for (const bytes of [
    Buffer.from('no answer'),
    deflateRawSync(Buffer.alloc(65 * 1024 * 1024)),
    answer(null),
    answer({ ...episode, record: { ...honest, seed: 3 } }),
    answer({ ...episode, record: { ...honest, id: 'a'.repeat(64) } }),
    answer({ ...episode, record: { ...honest, state: 'missing' } }),
    answer({ ...episode, record: { ...honest, scores: [] } }),
    answer({ ...episode, blobs: { ['b'.repeat(64)]: 'not of this digest' } }),
    answer({ format: 'measurand.answer/1', type: 'aside', episode: 'c'.repeat(64), code: 'x', message: 'x' }),
    answer({
      format: 'measurand.answer/1',
      type: 'stop',
      kind: 'input',
      code: 'stale',
      message: 'from before',
    }),
  ]) {
    await redis.xadd(inboxKey(study), '*', 'answer', bytes);
  }
  await redis.xadd(inboxKey(study), '*', 'something', 'else');

  const worker = serve();
  const { archive } = await collect(cells);
  const { refused } = await worker.stop();
  expect(archive.root()).toBe(await rootAlone(cells));
  expect(archive.size).toBe(cells.length);
  expect(refused).toBeGreaterThanOrEqual(HOSTILE_JOBS.length);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  await queue.obliterate({ force: true });
});

verifies('queue.pressure.bounded', async () => {
  const cells = Array.from({ length: 200 }, (_, seed) => sampleCell({ seed, model: 'never-submits' }));
  const job = /:episodes:[0-9a-f]{32}-[0-9a-f]{64}$/;
  const jobsThere = async (): Promise<number> =>
    (await redis.keys(`${KEY_PREFIX}:${QUEUE_NAME}:*`)).filter((key) => job.test(key)).length;
  const controller = new AbortController();
  const idle = collect(cells, { window: 16 }, controller.signal);
  await expect.poll(jobsThere).toBe(16);
  await delay(1000);
  expect(await jobsThere()).toBe(16);
  controller.abort();
  expect((await idle).summary).toMatchObject({ ran: 0, interrupted: true });
  expect(await jobsThere()).toBe(0);

  let most = 0;
  await using _worker = serve();
  const watch = setInterval(() => void jobsThere().then((count) => (most = Math.max(most, count))), 5);
  const { archive } = await collect(cells, { window: 16 });
  clearInterval(watch);
  expect(archive.size).toBe(200);
  expect(most).toBeGreaterThan(0);
  // An answer is on the server before its job is gone from it: one for each of the worker's four lanes.
  expect(most).toBeLessThanOrEqual(16 + 4);
});

verifies('queue.rate.shared', async () => {
  const other = new Redis(server.url);
  const rates = new Map([['openai', 1200]]);
  const fleet = [redis, other].map((client) => new FleetRate(client, rates));
  const never = new AbortController().signal;
  setMaxListeners(0, never);
  const begun = performance.now();
  await Promise.all(fleet.flatMap((rate) => Array.from({ length: 10 }, () => rate.turn('openai', never))));
  const spread = performance.now() - begun;
  expect(spread, '20 requests at 20 a second, the first at once').toBeGreaterThanOrEqual(940);
  expect(spread).toBeLessThan(3000);

  const turn = async (name: string): Promise<number> => {
    const asked = performance.now();
    await fleet[1]?.turn(name, never);
    return performance.now() - asked;
  };
  const limited: Model = {
    id: 'anthropic:some',
    kind: 'provider',
    decide: () => Promise.reject(new ProviderError('rate-limited', 'slow', { retryAfterSeconds: 2 })),
  } as unknown as Model;
  await expect(fleet[0]?.paced(limited).decide({} as never, never)).rejects.toThrow('slow');
  expect(await turn('anthropic')).toBeGreaterThan(1900);
  expect(await turn('google'), 'no other provider waits').toBeLessThan(500);
  other.disconnect();
});

verifies('queue.address.checked', async () => {
  const refused = [
    '',
    'redis',
    'http://a',
    'redis://',
    'redis://a:99999',
    'redis://a/x',
    'redis://a/0?b',
    'redis://a/0#b',
    'redis://a/1/2',
  ];
  for (const text of refused) {
    expect(() => parseQueueAddress(text), text).toThrow(expect.objectContaining({ code: 'invalid-queue' }));
  }
  const gone = queueRunner({ address: parseQueueAddress('redis://127.0.0.1:1') });
  const run = runCells([sampleCell()], { archive: new MemoryArchive(), scorers: ['truth'], runner: gone });
  await expect(run).rejects.toBeInstanceOf(MeasurandError);
  await expect(run).rejects.toMatchObject({ code: 'queue-unreachable', kind: 'apparatus' });
});

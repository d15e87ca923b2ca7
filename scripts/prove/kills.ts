// Random kills (kill -9 of workers, of the collecting process, of the queue server, the last at times with all its data)
// over a study of 10,000 episodes: the ledger must be exact, each episode in the log once, and the root that of an
// undisturbed run. `npm run prove -- kills`; --kills N and --seeds N (50 episodes each) for less.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Redis } from 'ioredis';
import { readArchive } from '../../src/archive/folder.ts';
import { Random } from '../../src/core/random.ts';
import { measurand, temporaryFolder } from '../../test/e2e/program.ts';
import { type Started, startMeasurand, startWorker } from '../../test/services/processes.ts';
import {
  EPISODES_PER_SEED,
  logBytes,
  type RunResult,
  studyCommand,
} from '../../test/services/proof-study.ts';
import { RedisServer } from '../../test/services/redis-server.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    seeds: { type: 'string', default: '200' },
  },
});
const kills = Number(values.kills);
const seeds = Number(values.seeds);
const seed = 20_261_130;
const WORKERS = 2;
const LEASE = '1';
/** Without progress for so long, the study counts as lost. */
const PATIENCE_MS = 180_000;
/** The last kill strikes before the end, so that there is something left to kill. */
const DISTURBED = 0.95;

const begun = performance.now();
const episodes = seeds * EPISODES_PER_SEED;
using folder = temporaryFolder();

const calm = join(folder.path, 'calm');
const undisturbed = JSON.parse(
  (await measurand([...studyCommand(seeds), '--archive', calm])).out,
) as RunResult;
const whole = logBytes(calm);
const calmSeconds = (performance.now() - begun) / 1000;

await using server = await RedisServer.start(['--appendonly', 'yes', '--appendfsync', 'everysec']);
const stormy = join(folder.path, 'stormy');
const command = [...studyCommand(seeds), '--queue', server.url, '--archive', stormy];
const newWorker = (): Started => startWorker(server.url, '--lease', LEASE);
const workers = Array.from({ length: WORKERS }, newWorker);
let collector = startMeasurand(command);

/** Waits until so much of the log is written; the kills are spread over the study, not over time. */
async function progressTo(bytes: number): Promise<boolean> {
  let last = performance.now();
  let before = 0;
  for (;;) {
    const now = logBytes(stormy);
    if (now >= bytes) return true;
    if (!collector.isRunning) return false;
    if (now > before) last = performance.now();
    before = now;
    if (performance.now() - last > PATIENCE_MS) throw new Error(`No progress past ${now} of ${whole} bytes`);
    await delay(2);
  }
}

/** Waits until the collector waits for answers at the server. */
async function collecting(): Promise<void> {
  const redis = new Redis(server.url);
  redis.on('error', () => undefined);
  while (collector.isRunning && !String(await redis.client('LIST')).includes('cmd=xread')) await delay(2);
  redis.disconnect();
}

/**
 * Starting a program takes as long as hundreds of episodes. So the workers that live sleep until all are back (which is
 * one more thing that happens to machines), and every kill strikes while all are at work.
 */
async function whileWorkersSleep(action: () => Promise<void>): Promise<void> {
  const asleep = workers.filter(({ isRunning }) => isRunning);
  for (const { pid } of asleep) process.kill(pid, 'SIGSTOP');
  await action();
  for (const worker of asleep) if (worker.isRunning) process.kill(worker.pid, 'SIGCONT');
}

const random = new Random(seed);
const done = { worker: 0, collector: 0, server: 0, 'server with its data': 0 };

async function killWorker(): Promise<void> {
  const at = Math.floor(random.random() * WORKERS);
  await workers[at]?.kill();
  await whileWorkersSleep(async () => {
    const worker = newWorker();
    await worker.ready();
    workers[at] = worker;
  });
  done.worker += 1;
}

async function killCollector(): Promise<void> {
  await collector.kill();
  await whileWorkersSleep(async () => {
    collector = startMeasurand(command);
    await collecting();
  });
  done.collector += 1;
}

async function killServer(forgets: boolean): Promise<void> {
  await server.kill();
  await whileWorkersSleep(async () => {
    if (forgets) server.forget();
    await server.start();
    await collecting();
  });
  done[forgets ? 'server with its data' : 'server'] += 1;
}

async function killOne(): Promise<void> {
  const dice = random.random();
  if (dice < 0.6) await killWorker();
  else if (dice < 0.8) await killCollector();
  else await killServer(dice >= 0.97);
}

await Promise.all([...workers.map((worker) => worker.ready()), collecting()]);
const stormBegun = performance.now();
let killed = 0;
for (;;) {
  const now = logBytes(stormy);
  if (killed === kills || !(await progressTo(now + (whole * DISTURBED - now) / (kills - killed)))) break;
  await killOne();
  killed += 1;
  if (killed % 50 === 0) {
    const share = Math.round((100 * logBytes(stormy)) / whole);
    const seconds = Math.round((performance.now() - stormBegun) / 1000);
    process.stderr.write(`${killed} kills, ${share} % of the study, ${seconds} s\n`);
  }
}
const { code, out, err } = await collector.ended;
await Promise.all(workers.map((worker) => worker.kill()));
const result = code === 0 ? (JSON.parse(out) as RunResult) : undefined;
if (!result) process.stderr.write(err);
using archive = readArchive(stormy);
const lines = archive.segments.reduce((sum, { records }) => sum + records, 0);
const verified = await measurand(['verify', stormy, '--json']);
const states: Readonly<Record<string, number>> = result?.ledger.states ?? {};
const proof = {
  proof: 'kills',
  holds:
    result !== undefined &&
    killed === kills &&
    result.root === undisturbed.root &&
    archive.root() === undisturbed.root &&
    archive.size === episodes &&
    lines === episodes &&
    verified.code === 0 &&
    (states['errored'] ?? 0) + (states['missing'] ?? 0) === 0,
  seed,
  kills: killed,
  killed: done,
  episodes,
  workers: WORKERS,
  ledger: result?.ledger,
  linesInTheLog: lines,
  writersOfTheLog: archive.segments.length,
  root: { undisturbed: undisturbed.root, killed: result?.root },
  verifyExit: verified.code,
  seconds: {
    undisturbed: Math.round(calmSeconds),
    killed: Math.round((performance.now() - stormBegun) / 1000),
  },
};
process.stdout.write(`${JSON.stringify(proof, null, 2)}\n`);
process.exitCode = proof.holds ? 0 : 1;

// Random kills (kill -9 of workers, of the collecting process, of the queue server, the last at times with all its data)
// over a study of 10,000 episodes: the ledger must be exact, each episode in the log once, and the root that of an
// undisturbed run. `npm run prove -- kills`; --kills N and --seeds N (50 episodes each) for less.

import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
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

setPriority(constants.priority.PRIORITY_LOW);
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
    await delay(5);
  }
}

const random = new Random(seed);
const done = { worker: 0, collector: 0, server: 0, 'server with its data': 0 };

async function killOne(): Promise<void> {
  const dice = random.random();
  if (dice < 0.6) {
    const at = Math.floor(random.random() * WORKERS);
    await workers[at]?.kill();
    workers[at] = newWorker();
    done.worker += 1;
  } else if (dice < 0.8) {
    await collector.kill();
    collector = startMeasurand(command);
    done.collector += 1;
  } else {
    await server.kill();
    const forgets = dice >= 0.97;
    if (forgets) server.forget();
    await server.start();
    done[forgets ? 'server with its data' : 'server'] += 1;
  }
}

let killed = 0;
while (killed < kills && (await progressTo((whole * killed) / kills))) {
  await killOne();
  killed += 1;
  if (killed % 50 === 0)
    process.stderr.write(`${killed} kills, ${((performance.now() - begun) / 1000).toFixed(0)} s\n`);
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
    killed: Math.round((performance.now() - begun) / 1000 - calmSeconds),
  },
};
process.stdout.write(`${JSON.stringify(proof, null, 2)}\n`);
process.exitCode = proof.holds ? 0 : 1;

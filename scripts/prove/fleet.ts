// One study on the real queue server with 1, 2 and 4 workers, beside one process without it: the same root, and what each
// costs. `npm run prove -- fleet`; --seeds N (50 episodes each) for less.
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Redis } from 'ioredis';
import { measurand, temporaryFolder } from '../../test/e2e/program.ts';
import { type Started, startMeasurand, startWorker } from '../../test/services/processes.ts';
import { EPISODES_PER_SEED, type RunResult, studyCommand } from '../../test/services/proof-study.ts';
import { RedisServer } from '../../test/services/redis-server.ts';

const { values } = parseArgs({ options: { seeds: { type: 'string', default: '100' } } });
const seeds = Number(values.seeds);
const episodes = seeds * EPISODES_PER_SEED;
const TICKS_A_SECOND = 100;
const round = (value: number): number => Math.round(value * 100) / 100;

/** Seconds of processor time that a living process has used. */
function processorSeconds(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
  } catch {
    return undefined;
  }
}

/** Looks at the processor time of a process until it ends: the last value seen. */
function watch({ pid }: Started): () => number {
  let last = 0;
  const timer = setInterval(() => {
    last = processorSeconds(pid) ?? last;
  }, 20);
  return () => {
    clearInterval(timer);
    return last;
  };
}

const numberIn = (info: string, name: string): number =>
  Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1]);

/** Processes that wanted a core in the minute before: seconds depend on it, processor time hardly does. */
const loadNow = (): number => round(loadavg()[0] ?? 0);

interface Fleet {
  readonly workers: number;
  readonly load: number;
  readonly root: string;
  readonly seconds: number;
  readonly episodesPerSecond: number;
  readonly episodesPerSecondAndWorker: number;
  readonly processorMillisecondsPerEpisode: {
    readonly worker: number;
    readonly collector: number;
    readonly server: number;
  };
  readonly server: { readonly peakMegabytes: number; readonly kilobytesPerEpisode: number };
}

async function fleetOf(count: number): Promise<Fleet> {
  await using server = await RedisServer.start();
  using folder = temporaryFolder();
  const workers = Array.from({ length: count }, () => startWorker(server.url, '--json'));
  await Promise.all(workers.map((worker) => worker.ready()));
  const used = workers.map(({ pid }) => processorSeconds(pid) ?? 0);
  const load = loadNow();
  const begun = performance.now();
  const run = startMeasurand([
    ...studyCommand(seeds),
    '--queue',
    server.url,
    '--archive',
    join(folder.path, 'a'),
  ]);
  const collected = watch(run);
  const { out, code, err } = await run.ended;
  const seconds = (performance.now() - begun) / 1000;
  if (code !== 0) throw new Error(err);
  const worked = workers.reduce(
    (sum, { pid }, at) => sum + (processorSeconds(pid) ?? 0) - (used[at] ?? 0),
    0,
  );
  await Promise.all(workers.map((worker) => worker.kill('SIGTERM')));
  const redis = new Redis(server.url);
  const info = await redis.info();
  redis.disconnect();
  const traffic = numberIn(info, 'total_net_input_bytes') + numberIn(info, 'total_net_output_bytes');
  const milliseconds = (value: number): number => round((value * 1000) / episodes);
  return {
    workers: count,
    load,
    root: (JSON.parse(out) as RunResult).root,
    seconds: round(seconds),
    episodesPerSecond: round(episodes / seconds),
    episodesPerSecondAndWorker: round(episodes / seconds / count),
    processorMillisecondsPerEpisode: {
      worker: milliseconds(worked),
      collector: milliseconds(collected()),
      server: milliseconds(numberIn(info, 'used_cpu_user') + numberIn(info, 'used_cpu_sys')),
    },
    server: {
      peakMegabytes: round(numberIn(info, 'used_memory_peak') / 2 ** 20),
      kilobytesPerEpisode: round(traffic / episodes / 1000),
    },
  };
}

async function alone(): Promise<{
  load: number;
  root: string;
  seconds: number;
  episodesPerSecond: number;
  processorMillisecondsPerEpisode: number;
}> {
  using folder = temporaryFolder();
  const load = loadNow();
  const begun = performance.now();
  const run = startMeasurand([...studyCommand(seeds), '--archive', join(folder.path, 'a')]);
  const used = watch(run);
  const { out } = await run.ended;
  const seconds = (performance.now() - begun) / 1000;
  const { root } = JSON.parse(out) as RunResult;
  return {
    load,
    root,
    seconds: round(seconds),
    episodesPerSecond: round(episodes / seconds),
    processorMillisecondsPerEpisode: round((used() * 1000) / episodes),
  };
}

// The first start of the program reads it from the disk; none of the measured ones shall.
await measurand(['--version']);
const single = await alone();
const fleets: Fleet[] = [];
for (const count of [1, 2, 4]) fleets.push(await fleetOf(count));
const proof = {
  proof: 'fleet',
  holds: fleets.every(({ root }) => root === single.root),
  episodes,
  cores: availableParallelism(),
  oneProcess: single,
  fleets,
};
process.stdout.write(`${JSON.stringify(proof, null, 2)}\n`);
process.exitCode = proof.holds ? 0 : 1;

import { once } from 'node:events';
import type { Redis } from 'ioredis';
import type { Registries } from '../registries.ts';
import { encodeAnswer } from './answer.ts';
import type { BlobExchange } from './blob-exchange.ts';
import { connect, loadDrivers } from './connection.ts';
import { ATTEMPTS } from './job.ts';
import { inboxKey, KEY_PREFIX, QUEUE_NAME } from './names.ts';
import type { QueueAddress } from './queue-address.ts';
import { JobRunner, type JobRunnerOptions, type WorkerTally } from './run-job.ts';

/** How long answers that nobody fetches are kept. */
const KEEP_SECONDS = 30 * 24 * 3600;

export interface ServeQueueOptions {
  readonly address: QueueAddress;
  /** Episodes at once in this process: more than one pays where models are waited for. @default 1 */
  readonly concurrency?: number;
  /**
   * Seconds after which an episode whose worker has fallen silent is given to another. A living worker renews its claim
   * twice in that time.
   *
   * @default 30
   */
  readonly lease?: number;
  /** Passes blobs outside the queue server. @default with the answer */
  readonly blobs?: BlobExchange;
  /** What the names in jobs stand for here. */
  readonly registries: (redis: Redis) => Registries;
  /** Throws for what shall not be run here; that stops the study until it is mended. */
  readonly admit: JobRunnerOptions['admit'];
  /** Ends the worker once the episodes in hand are done. */
  readonly signal: AbortSignal;
  /** Called when the server has answered. */
  readonly onReady?: () => void;
  /** Called after each episode. */
  readonly onEpisode?: (tally: Readonly<WorkerTally>) => void;
}

function sender(redis: Redis): JobRunnerOptions['send'] {
  return async (study, answer) => {
    const key = inboxKey(study);
    const both = redis.pipeline().xadd(key, '*', 'answer', encodeAnswer(answer)).expire(key, KEEP_SECONDS);
    for (const [error] of (await both.exec()) ?? []) if (error) throw error;
  };
}

/**
 * Runs episodes from the queue until the signal ends it. A server that goes away is waited for. What the queue holds is
 * not trusted: a job that is none of ours is set aside and counted.
 *
 * @throws MeasurandError `missing-dependency`, `queue-unreachable` when the server never answered
 */
export async function serveQueue(options: ServeQueueOptions): Promise<Readonly<WorkerTally>> {
  const { address, concurrency = 1, lease = 30, blobs, signal } = options;
  const drivers = await loadDrivers();
  const redis = await connect(drivers, address);
  const runner = new JobRunner({
    registries: options.registries(redis),
    admit: options.admit,
    ...(blobs === undefined ? {} : { blobs }),
    send: sender(redis),
    Unrecoverable: drivers.UnrecoverableError,
  });
  const run: ConstructorParameters<typeof drivers.Worker>[1] = async (job) => {
    await runner.run(job);
    options.onEpisode?.(runner.tally);
  };
  const worker = new drivers.Worker(QUEUE_NAME, run, {
    connection: redis,
    prefix: KEY_PREFIX,
    concurrency,
    lockDuration: lease * 1000,
    stalledInterval: lease * 1000,
    maxStalledCount: ATTEMPTS - 1,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  });
  // Lost connections and jobs that cannot be read come by here; both are waited out.
  worker.on('error', () => undefined);
  worker.on('failed', (job, error) => {
    if (job) runner.failed(job, error).catch(() => undefined);
  });
  try {
    options.onReady?.();
    if (!signal.aborted) await once(signal, 'abort');
  } finally {
    await worker.close();
    redis.disconnect();
  }
  return runner.tally;
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { MeasurandError } from '../../core/errors.ts';
import type { CellRunner } from '../run-cells.ts';
import type { BlobExchange } from './blob-exchange.ts';
import { Collector } from './collector.ts';
import { connect, isLostConnection, loadDrivers } from './connection.ts';
import { Inbox } from './inbox.ts';
import { inboxKey, KEY_PREFIX, QUEUE_NAME, studyKey } from './names.ts';
import { PlannedJobs } from './planned-jobs.ts';
import type { QueueAddress } from './queue-address.ts';

export interface RunOnQueueOptions {
  readonly address: QueueAddress;
  /** Where workers leave blobs. @default they come with the answers */
  readonly blobs?: BlobExchange;
  /** Most episodes in the queue or under way at a time; bounds the memory of the server. @default 1024 */
  readonly window?: number;
  /** Hears what somebody who waits should know. */
  readonly onRemark?: (remark: string) => void;
}

const WINDOW = 1024;
const READ_MS = 500;
/** How often lost jobs are looked for. */
const LOOK_MS = 2000;
const LAST_WORDS_MS = 2000;
/** The queue writes a log of its own, which nobody reads. */
const EVENTS = 100;

/** Settles with the work, or with nothing once the signal is aborted. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const abort = (): void => resolve(undefined);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** What a server says no to, such as a full memory, is told; a lost connection is waited out. */
async function patiently<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  try {
    return await unlessAborted(work(), signal);
  } catch (error) {
    if (error instanceof MeasurandError) throw error;
    if (!isLostConnection(error)) throw refused(error);
    await delay(READ_MS);
    return undefined;
  }
}

function refused(cause: unknown): MeasurandError {
  return new MeasurandError('queue-refused', `The queue server refuses: ${(cause as Error).message}`, {
    kind: 'apparatus',
    next: 'Mend the server, then run the same command again: it continues',
    cause,
  });
}

async function serverClock(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
}

interface Desk {
  readonly jobs: PlannedJobs;
  readonly inbox: Inbox;
  readonly collector: Collector;
  /** Tells whether anybody is working. */
  readonly workersThere: () => Promise<void>;
}

/** Reads what is there and gives how much that was; nothing when the server could not be read. */
async function readOnce(
  { inbox, collector }: Desk,
  milliseconds: number,
  signal: AbortSignal,
): Promise<number | undefined> {
  const letters = await patiently(() => inbox.read(milliseconds), signal);
  if (!letters) return undefined;
  for (const letter of letters) await collector.accept(letter);
  await patiently(() => inbox.discard(letters), signal);
  return letters.length;
}

/** Reads every answer that is there. False when the server could not be read. */
async function readAll(desk: Desk, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const read = await readOnce(desk, 1, signal);
    if (read === undefined) return false;
    if (read === 0) return true;
  }
}

/** Puts back what the server has lost. */
async function lookAfter(desk: Desk, signal: AbortSignal): Promise<void> {
  const lost = (await patiently(() => desk.jobs.lost(), signal)) ?? [];
  if (lost.length > 0 && (await readAll(desk, signal))) {
    await patiently(() => desk.jobs.restore(lost), signal);
  }
  await patiently(desk.workersThere, signal);
}

async function collect(desk: Desk, signal: AbortSignal): Promise<void> {
  // What an earlier run of this plan was answered after it had ended need not be run again.
  await patiently(() => desk.jobs.findLeft(), signal);
  await readAll(desk, signal);
  let looked = performance.now();
  while (!(desk.jobs.isDone || signal.aborted)) {
    await patiently(() => desk.jobs.topUp(), signal);
    await readOnce(desk, READ_MS, signal);
    if (performance.now() - looked < LOOK_MS) continue;
    await lookAfter(desk, signal);
    looked = performance.now();
  }
}

/** Says once that nobody works, and again only after somebody did. */
function watchWorkers(
  queue: Queue,
  address: QueueAddress,
  onRemark: (remark: string) => void,
): () => Promise<void> {
  let said = false;
  return async () => {
    const workers = await queue.getWorkersCount();
    if (workers > 0) said = false;
    else if (!said) {
      said = true;
      onRemark(`No worker is connected yet. Start some: measurand worker --queue ${address.shown}`);
    }
  };
}

/**
 * A way to run cells: puts them into the queue for workers on any machine, and keeps what they answer. Delivery is at
 * least once; the archive holds each episode once, because the first good answer is kept under the id of its
 * coordinates and all others are thrown away. When the signal stops it, what no worker has begun is taken back; what
 * they have begun is answered to the next run of the same plan.
 *
 * @throws MeasurandError `missing-dependency`, `queue-unreachable`, `queue-refused`, `blobs-elsewhere`, what stops a
 * worker, and what keeping throws
 */
export function queueRunner(options: RunOnQueueOptions): CellRunner {
  const { address, window = WINDOW, blobs, onRemark = () => undefined } = options;
  return async ({ cells, planned, setup, keep, signal }) => {
    const drivers = await loadDrivers();
    const redis = await connect(drivers, address);
    const reader = redis.duplicate();
    // As for every connection: one that is lost comes back, and commands wait for it.
    reader.on('error', () => undefined);
    const streams = { events: { maxLen: EVENTS } };
    const queue = new drivers.Queue(QUEUE_NAME, { connection: redis, prefix: KEY_PREFIX, streams });
    queue.on('error', () => undefined);
    const study = studyKey(planned, setup);
    const jobs = new PlannedJobs({ queue, redis, study, setup, cells, window });
    const since = await serverClock(redis);
    const collector = new Collector({
      jobs,
      scorers: setup.scorers,
      ...(blobs === undefined ? {} : { blobs }),
      keep,
      since,
    });
    const inbox = new Inbox(reader, inboxKey(study));
    const workersThere = watchWorkers(queue, address, onRemark);
    try {
      await collect({ jobs, inbox, collector, workersThere }, signal);
    } finally {
      const rest = jobs.isDone ? redis.unlink(inboxKey(study)) : jobs.withdraw();
      await Promise.race([rest.catch(() => undefined), delay(LAST_WORDS_MS, undefined, { ref: false })]);
      reader.disconnect();
      redis.disconnect();
    }
  };
}

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { EpisodeCoordinates } from '../core/contracts/index.ts';
import { MeasurandError } from '../core/errors.ts';
import type { EpisodeResult } from './run-episode.ts';
import type { WorkerAnswer, WorkerSetup, WorkerTask } from './worker-protocol.ts';

/** Cells that a worker gets at once: few enough to share the work evenly, enough not to wait for messages. */
const BATCH = 8;

const WORKER_FILE = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);

function died(cause: unknown): MeasurandError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new MeasurandError('worker-failed', `a worker thread ended: ${reason}`, {
    kind: 'apparatus',
    next: 'What was finished is kept: run the same command again, perhaps with --workers 0',
    cause,
  });
}

/** Gives the next batch of cells, or none when there are no more. */
type Take = () => readonly EpisodeCoordinates[];

async function work(worker: Worker, take: Take, keep: (result: EpisodeResult) => void): Promise<void> {
  const ended = once(worker, 'exit').then(([code]) => {
    throw new Error(`exit code ${String(code)}`);
  });
  ended.catch(() => undefined);
  for (let cells = take(); cells.length > 0; cells = take()) {
    const task: WorkerTask = { cells };
    worker.postMessage(task);
    // `once` also rejects on the worker's `error` event.
    const [answer] = (await Promise.race([once(worker, 'message'), ended])) as [WorkerAnswer];
    for (const result of answer.results) keep(result);
  }
}

/**
 * Runs cells on worker threads, giving results as they come. When `stop` says so, no further batch is handed out.
 *
 * @param workers threads, at least 1
 * @throws MeasurandError `worker-failed`, and what `keep` throws; every thread has ended by then
 */
export async function runOnWorkers(
  cells: readonly EpisodeCoordinates[],
  workers: number,
  setup: WorkerSetup,
  keep: (result: EpisodeResult) => void,
  stop: () => boolean,
): Promise<void> {
  let next = 0;
  const take: Take = () => {
    if (stop()) return [];
    const batch = cells.slice(next, next + BATCH);
    next += batch.length;
    return batch;
  };
  const count = Math.min(workers, Math.ceil(cells.length / BATCH));
  const threads = Array.from({ length: count }, () => new Worker(WORKER_FILE, { workerData: setup }));
  try {
    await Promise.all(threads.map((worker) => work(worker, take, keep)));
  } catch (error) {
    throw error instanceof MeasurandError ? error : died(error);
  } finally {
    await Promise.all(threads.map((worker) => worker.terminate()));
  }
}

import { parentPort, workerData } from 'node:worker_threads';
import { type EpisodeResult, runEpisode } from './run-episode.ts';
import type { WorkerAnswer, WorkerSetup, WorkerTask } from './worker-protocol.ts';

const setup = workerData as WorkerSetup;

/** Bytes that the main thread has from here already: at L0 every model hands in the same ones. */
const sent = new Set<string>();

function withoutSent({ record, blobs }: EpisodeResult): EpisodeResult {
  const fresh = [...blobs].filter(([digest]) => !sent.has(digest));
  for (const [digest] of fresh) sent.add(digest);
  return { record, blobs: new Map(fresh) };
}

async function run({ cells }: WorkerTask): Promise<WorkerAnswer> {
  const results: EpisodeResult[] = [];
  for (const coordinates of cells) results.push(withoutSent(await runEpisode(coordinates, setup)));
  return { results };
}

parentPort?.on('message', (task: WorkerTask) => {
  run(task).then(
    (answer) => parentPort?.postMessage(answer),
    // Rethrown outside the promise, so that the main thread hears it as the worker's error.
    (error: unknown) =>
      setImmediate(() => {
        throw error;
      }),
  );
});

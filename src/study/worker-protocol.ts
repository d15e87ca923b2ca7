import type { EpisodeCoordinates } from '../core/contracts/index.ts';
import type { EpisodeOptions, EpisodeResult } from './run-episode.ts';

/** What a worker thread is started with. Functions cannot cross threads, so it uses what ships with Measurand. */
export type WorkerSetup = Pick<EpisodeOptions, 'scorers' | 'keepTraces'>;

/** From the main thread: cells to run, in order. */
export interface WorkerTask {
  readonly cells: readonly EpisodeCoordinates[];
}

/** Back from the worker, for one task. Blobs that it sent before are left out. */
export interface WorkerAnswer {
  readonly results: readonly EpisodeResult[];
}

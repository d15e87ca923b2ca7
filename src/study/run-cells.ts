import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EpisodeArchive } from '../archive/archive.ts';
import type { EpisodeCoordinates, EpisodeRecord, RunControl } from '../core/contracts/index.ts';
import { MeasurandError } from '../core/errors.ts';
import { checkCoordinates, planIds } from './coordinates.ts';
import { BUILT_IN, type Registries } from './registries.ts';
import { type EpisodeOptions, type EpisodeResult, runEpisode } from './run-episode.ts';

/** What a way of running cells is given. */
export interface CellRun {
  /** What is left to run, each cell once. */
  readonly cells: readonly EpisodeCoordinates[];
  /** The whole plan. */
  readonly planned: readonly EpisodeCoordinates[];
  readonly setup: { readonly scorers: readonly string[]; readonly keepTraces: boolean };
  /** Takes each result once, in any order. */
  readonly keep: (result: EpisodeResult) => void;
  /** Stops the run; what was given to `keep` stays. */
  readonly signal: AbortSignal;
}

export type CellRunner = (run: CellRun) => Promise<void>;

export interface RunCellsOptions extends RunControl {
  readonly archive: EpisodeArchive;
  /** Scorer ids. */
  readonly scorers: readonly string[];
  /** Worker threads; 0 runs in this thread. @default 0 */
  readonly workers?: number;
  /** Episodes at once in this thread, for models that are waited for. @default 1 */
  readonly lanes?: number;
  /** @default false */
  readonly keepTraces?: boolean;
  /** Parts of one's own, in this thread only. @default everything that ships with Measurand */
  readonly registries?: Registries;
  /** Another way to run cells than in this process, such as a queue. @default none */
  readonly runner?: CellRunner;
}

export interface RunCellsSummary {
  readonly planned: number;
  /** Episodes that the archive held before. */
  readonly held: number;
  /** Episodes run now. */
  readonly ran: number;
  /** Stopped by the signal; what is left is run by the same call again. */
  readonly interrupted: boolean;
}

const NEVER = new AbortController().signal;

/** Names, settings and pairings are checked before anything runs, so that a mistake costs no work. */
function checkPlan(
  planned: readonly EpisodeCoordinates[],
  scorers: readonly string[],
  registries: Registries,
): void {
  for (const id of scorers) registries.scorer(id);
  for (const coordinates of planned) {
    checkCoordinates(coordinates, {
      task: registries.task(coordinates),
      model: registries.model(coordinates.model),
      scaffold: registries.scaffold(coordinates.scaffold),
    });
  }
}

/** An archive that was scored otherwise would mix two studies under one id. */
function checkScorers({ id, state, scores }: EpisodeRecord, scorers: readonly string[]): void {
  if (state !== 'scored' && state !== 'no-submission') return;
  const held = scores.map(({ scorer }) => scorer);
  if (held.length === scorers.length && held.every((name, index) => name === scorers[index])) return;
  throw new MeasurandError(
    'scorers-differ',
    `the archive holds this episode scored by ${held.join(', ') || 'nothing'}, not by ${scorers.join(', ')}`,
    { record: id, next: 'Name the same scorers in the same order, or use another archive' },
  );
}

/** Keeps a result: bytes first, so that a record never names what is not held. */
function keepResult(archive: EpisodeArchive, { record, blobs }: EpisodeResult): void {
  for (const text of blobs.values()) archive.putBlob(text);
  archive.put(record);
}

/**
 * Runs cells in this thread, so many at once. The first one that fails stops the others, which are then not kept; the
 * signal stops all without a failure.
 */
async function runHere(
  cells: readonly EpisodeCoordinates[],
  options: EpisodeOptions,
  lanes: number,
  keep: (result: EpisodeResult) => void,
): Promise<void> {
  const failed = new AbortController();
  const signals = options.signal === undefined ? [failed.signal] : [failed.signal, options.signal];
  const signal = AbortSignal.any(signals);
  let next = 0;
  const lane = async (): Promise<void> => {
    for (;;) {
      // Gives signals a turn; a simulated episode never waits for anything else.
      await nextTurn();
      const coordinates = cells[next];
      if (signal.aborted || coordinates === undefined) return;
      next += 1;
      keep(await runEpisode(coordinates, { ...options, signal }));
    }
  };
  const stopped = (error: unknown): void => {
    if (!(signal.aborted && error === signal.reason)) failed.abort(error);
  };
  await Promise.all(Array.from({ length: lanes }, () => lane().catch(stopped)));
  failed.signal.throwIfAborted();
}

/**
 * Runs the planned episodes that the archive does not hold yet. Order of completion, number of workers and interruptions
 * change neither a record nor the archive's root.
 *
 * @throws MeasurandError `duplicate-episode`, what {@link checkCoordinates} refuses, `scorers-differ`, `worker-failed`,
 * and what the archive throws
 */
export async function runCells(
  planned: readonly EpisodeCoordinates[],
  options: RunCellsOptions,
): Promise<RunCellsSummary> {
  const { archive, scorers, workers = 0, lanes = 1, keepTraces = false } = options;
  const { registries, runner, signal, onProgress } = options;
  if (registries && workers > 0) throw new TypeError('Parts of your own cannot cross threads: use workers 0');
  const ids = planIds(planned);
  checkPlan(planned, scorers, registries ?? BUILT_IN);
  const held = ids.map((id) => archive.get(id));
  for (const record of held) if (record) checkScorers(record, scorers);
  const todo = planned.filter((_, index) => held[index] === undefined);
  const before = planned.length - todo.length;
  let ran = 0;
  const keep = (result: EpisodeResult): void => {
    keepResult(archive, result);
    ran += 1;
    onProgress?.({ what: 'episodes', done: before + ran, total: planned.length });
  };
  const episode: EpisodeOptions = {
    scorers,
    keepTraces,
    ...(signal === undefined ? {} : { signal }),
    ...(registries === undefined ? {} : { registries }),
  };
  const setup = { scorers, keepTraces };
  if (runner) await runner({ cells: todo, planned, setup, keep, signal: signal ?? NEVER });
  else if (workers === 0) await runHere(todo, episode, lanes, keep);
  else {
    const { runOnWorkers } = await import('./worker-pool.ts');
    await runOnWorkers(todo, workers, setup, keep, () => signal?.aborted ?? false);
  }
  return { planned: planned.length, held: before, ran, interrupted: ran < todo.length };
}

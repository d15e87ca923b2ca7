import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EpisodeArchive } from '../../archive/archive.ts';
import { episodeId } from '../../archive/episode-digests.ts';
import { openArchive } from '../../archive/folder.ts';
import { MemoryArchive } from '../../archive/memory.ts';
import type { RunControl } from '../../core/contracts/index.ts';
import type { TrialReport } from '../../report/trials/document.ts';
import type { Isolation } from '../../scaffolds/native/contracts.ts';
import { checkIsolation } from '../../scaffolds/native/process/isolation.ts';
import { namedTrials } from '../../trials/suite/load-trial.ts';
import { type PlayedTrial, playTrial } from '../../trials/suite/play/play-trial.ts';
import {
  attemptsOf,
  chosenTrials,
  MOST_ATTEMPTS,
  type TrialCell,
  type TrialRepeats,
  trialCells,
} from './cells.ts';
import { triedHarnesses } from './harnesses.ts';
import { excludedEpisode, trialEpisode } from './record.ts';
import { trialReport } from './report.ts';

export interface TrialRunOptions extends RunControl {
  /** `reference`, `codex`, `codex@0.171.0`, or `all` for every one that is installed. */
  readonly harnesses: readonly string[];
  /** `first-20`, `all`, ids of trials, or paths to trials of one's own. @default first-20 */
  readonly trials?: readonly string[];
  /** Runs of each pair, or of each pair of the harnesses that are named; each has private values of its own. @default 1 */
  readonly repeats?: number | TrialRepeats;
  /** How many times longer than on a quiet machine a turn may take. @default 3 */
  readonly patience?: number;
  /** Folder of an archive to continue or begin. @default in memory */
  readonly archive?: string;
  /** Runs at once. @default 1 */
  readonly lanes?: number;
}

/** Runs of trials, and what they show. */
export interface TrialRunReport extends TrialReport {
  /** Runs that the archive held before, and those that were run now. */
  readonly held: number;
  readonly ran: number;
  /** Stopped by the signal; what is left is run by the same call again. */
  readonly interrupted: boolean;
  readonly archive?: string;
}

interface Runner {
  readonly archive: EpisodeArchive;
  readonly isolation: Isolation;
  readonly patience?: number;
  readonly signal?: AbortSignal;
}

async function play({ trial, harness, coordinates }: TrialCell, runner: Runner): Promise<PlayedTrial> {
  const folder = mkdtempSync(join(tmpdir(), 'measurand-trial-'));
  try {
    return await playTrial({
      trial,
      seed: coordinates.seed,
      adapter: harness.adapter,
      harness: harness.found,
      isolation: runner.isolation,
      folder,
      ...(runner.patience === undefined ? {} : { patience: runner.patience }),
      ...(runner.signal ? { signal: runner.signal } : {}),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function finished(cell: TrialCell, archive: EpisodeArchive): boolean {
  const records = attemptsOf(cell.coordinates).flatMap(
    (coordinates) => archive.get(episodeId(coordinates)) ?? [],
  );
  return records.length === MOST_ATTEMPTS || records.some(({ state }) => state !== 'errored');
}

/** Runs a cell until an attempt holds, each attempt kept with its evidence before its record. */
async function runCell(cell: TrialCell, runner: Runner): Promise<void> {
  const { archive } = runner;
  if (cell.eligibility.code !== 'eligible') {
    archive.put(excludedEpisode(cell));
    return;
  }
  for (const coordinates of attemptsOf(cell.coordinates)) {
    if (archive.has(episodeId(coordinates))) continue;
    const played = await play(cell, runner);
    const { record, blobs } = trialEpisode(cell, coordinates, played);
    for (const text of blobs.values()) archive.putBlob(text);
    archive.put(record);
    if (record.state !== 'errored') return;
  }
}

/** Runs cells, so many at once. The first failure stops the others; nothing is left running when this ends. */
async function runAll(
  cells: readonly TrialCell[],
  runner: Runner,
  lanes: number,
  step: () => void,
): Promise<void> {
  const failed = new AbortController();
  const signal = runner.signal ? AbortSignal.any([runner.signal, failed.signal]) : failed.signal;
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let cell = cells[next]; cell !== undefined && !signal.aborted; cell = cells[next]) {
      next += 1;
      await runCell(cell, { ...runner, signal });
      step();
    }
  };
  const stopped = (error: unknown): void => {
    if (!signal.aborted) failed.abort(error);
  };
  await Promise.all(Array.from({ length: lanes }, () => lane().catch(stopped)));
  failed.signal.throwIfAborted();
}

/**
 * Runs trials under harnesses with the model held fixed by each trial's script. Every run is an episode of the archive, so
 * the same call continues where it was stopped.
 *
 * @throws MeasurandError `unknown-trial`, `unknown-harness`, `harness-missing`, and what runs and archives throw
 */
export async function runTrials(options: TrialRunOptions): Promise<TrialRunReport> {
  const { repeats = 1, lanes = 1, signal, onProgress } = options;
  const trials = chosenTrials(await namedTrials(options.trials ?? ['first-20']));
  const harnesses = await triedHarnesses(options.harnesses, signal);
  const cells = trialCells(trials, harnesses, repeats);
  const isolation = await checkIsolation();
  using archive: EpisodeArchive =
    options.archive === undefined ? new MemoryArchive() : openArchive(options.archive);
  const todo = cells.filter((cell) => !finished(cell, archive));
  const held = cells.length - todo.length;
  let ran = 0;
  const runner: Runner = {
    ...{ archive, isolation },
    ...(options.patience === undefined ? {} : { patience: options.patience }),
    ...(signal ? { signal } : {}),
  };
  await runAll(todo, runner, lanes, () => {
    ran += 1;
    onProgress?.({ what: 'runs', done: held + ran, total: cells.length });
  });
  return {
    ...trialReport(
      archive,
      cells.map(({ coordinates }) => coordinates),
    ),
    held,
    ran,
    interrupted: ran < todo.length,
    ...(archive.location === undefined ? {} : { archive: archive.location }),
  };
}

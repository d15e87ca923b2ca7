import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EpisodeArchive } from '../../archive/archive.ts';
import { episodeId } from '../../archive/episode-digests.ts';
import type { Isolation } from '../../scaffolds/native/contracts.ts';
import { type PlayedTrial, playTrial } from '../../trials/suite/play/play-trial.ts';
import { attemptsOf, countsAtOnce, MOST_ATTEMPTS, type TrialCell } from './cells.ts';
import type { LiveSources } from './live.ts';
import { excludedEpisode, trialEpisode } from './record.ts';

/** What every run of one call shares. */
export interface Runner {
  readonly archive: EpisodeArchive;
  readonly isolation: Isolation;
  readonly patience?: number;
  /** Where live models answer from; without it each trial's script does. */
  readonly live?: LiveSources;
  readonly signal?: AbortSignal;
}

async function play({ trial, harness, coordinates }: TrialCell, runner: Runner): Promise<PlayedTrial> {
  const folder = mkdtempSync(join(tmpdir(), 'measurand-trial-'));
  try {
    const played = await playTrial({
      trial,
      seed: coordinates.seed,
      adapter: harness.adapter,
      harness: harness.found,
      isolation: runner.isolation,
      folder,
      ...(runner.live ? { live: await runner.live.of(coordinates) } : {}),
      ...(runner.patience === undefined ? {} : { patience: runner.patience }),
      ...(runner.signal ? { signal: runner.signal } : {}),
    });
    if (played.admission.admitted) runner.live?.keep(coordinates, join(folder, 'boundary'));
    return played;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether a run needs no further attempt. */
export function finished(cell: TrialCell, archive: EpisodeArchive): boolean {
  const attempts = attemptsOf(cell.coordinates);
  const records = attempts.flatMap((coordinates) => archive.get(episodeId(coordinates)) ?? []);
  return records.length === attempts.length || records.some(({ state }) => countsAtOnce(state));
}

/** Runs a cell until an attempt holds, each attempt kept with its evidence before its record. */
async function runCell(cell: TrialCell, runner: Runner): Promise<void> {
  const { archive } = runner;
  if (cell.eligibility.code !== 'eligible') {
    archive.put(excludedEpisode(cell));
    return;
  }
  const open = attemptsOf(cell.coordinates).filter((coordinates) => !archive.has(episodeId(coordinates)));
  for (const coordinates of open.slice(0, MOST_ATTEMPTS)) {
    const played = await play(cell, runner);
    const { record, blobs } = trialEpisode(cell, coordinates, played);
    for (const text of blobs.values()) archive.putBlob(text);
    archive.put(record);
    if (countsAtOnce(record.state)) return;
  }
}

/** Runs cells, so many at once. The first failure stops the others; nothing is left running when this ends. */
export async function runAll(
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

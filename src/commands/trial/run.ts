import type { EpisodeArchive } from '../../archive/archive.ts';
import { openArchive } from '../../archive/folder.ts';
import { MemoryArchive } from '../../archive/memory.ts';
import type { RunControl } from '../../core/contracts/index.ts';
import { readPrices } from '../../models/prices/prices.ts';
import type { TrialReport } from '../../report/trials/document.ts';
import { checkIsolation } from '../../scaffolds/native/process/isolation.ts';
import { namedTrials } from '../../trials/suite/load-trial.ts';
import { chosenTrials, type TrialRepeats, trialCells } from './cells.ts';
import { triedHarnesses } from './harnesses.ts';
import { type JudgeSettings, judgeArchive } from './judging.ts';
import { type LiveSettings, LiveSources } from './live.ts';
import { trialReport } from './report.ts';
import { finished, type Runner, runAll } from './run-cell.ts';

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
  /** A model that answers live. @default the script of each trial, which holds the model fixed */
  readonly live?: LiveSettings;
  /** Who judges the rubrics of the runs afterwards. @default nobody: they are in no total */
  readonly judge?: JudgeSettings;
  /** Catalogue of prices. @default the list prices that come with Measurand */
  readonly prices?: string;
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

/**
 * Runs trials under harnesses: with the model held fixed by each trial's script, or with one that answers live. Every run
 * is an episode of the archive, so the same call continues where it was stopped.
 *
 * @throws MeasurandError `unknown-trial`, `unknown-harness`, `harness-missing`, and what runs and archives throw
 */
export async function runTrials(options: TrialRunOptions): Promise<TrialRunReport> {
  const { repeats = 1, lanes = 1, signal, onProgress } = options;
  const trials = chosenTrials(await namedTrials(options.trials ?? ['first-20']));
  const harnesses = await triedHarnesses(options.harnesses, signal);
  const prices = readPrices(options.prices);
  const progress = onProgress ? { onProgress } : {};
  const live = options.live && new LiveSources(options.live);
  const cells = trialCells(trials, harnesses, repeats, live?.model);
  const isolation = await checkIsolation();
  using archive: EpisodeArchive =
    options.archive === undefined ? new MemoryArchive() : openArchive(options.archive);
  const todo = cells.filter((cell) => !finished(cell, archive));
  const held = cells.length - todo.length;
  let ran = 0;
  const runner: Runner = {
    ...{ archive, isolation },
    ...(live ? { live } : {}),
    ...(options.patience === undefined ? {} : { patience: options.patience }),
    ...(signal ? { signal } : {}),
  };
  await runAll(todo, runner, lanes, () => {
    ran += 1;
    onProgress?.({ what: 'runs', done: held + ran, total: cells.length });
  });
  const judged =
    options.judge && ran === todo.length
      ? await judgeArchive(archive, options.judge, { ...(signal ? { signal } : {}), ...progress })
      : undefined;
  return {
    ...trialReport(
      archive,
      cells.map(({ coordinates }) => coordinates),
      { prices, ...(options.judge ? { judge: options.judge.model } : {}) },
    ),
    held,
    ran,
    interrupted: ran < todo.length || judged?.interrupted === true,
    ...(archive.location === undefined ? {} : { archive: archive.location }),
  };
}

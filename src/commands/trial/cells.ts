import type { EpisodeCoordinates, EpisodeState } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { nearest } from '../../core/nearest.ts';
import { TRIALS } from '../../trials/suite/all-trials.ts';
import type { Trial } from '../../trials/suite/define-trial.ts';
import { type Eligibility, eligibilityOf } from '../../trials/suite/eligibility.ts';
import { definitionOf } from '../../trials/suite/load-trial.ts';
import type { TriedHarness } from './harnesses.ts';

/** The suite of episodes that are runs of trials. */
export const TRIAL_SUITE = 'trials';

/** One planned run: a trial under a harness, with the private values of a seed. */
export interface TrialCell {
  readonly trial: Trial;
  readonly harness: TriedHarness;
  readonly eligibility: Eligibility;
  readonly coordinates: EpisodeCoordinates;
}

/** The model of a scripted run: the script of its trial, which obeys. One name for all, so that runs compare by harness. */
const SCRIPTED_MODEL = 'trial-script';

/** Profiles of runs: the model is the trial's script, or one that answers live. */
export const SCRIPTED = 'scripted';
export const LIVE = 'live';

/** A run whose apparatus broke, or that ran out of time, is run again, so often in all; a provider of a live model may be away more often. */
export const MOST_ATTEMPTS = 3;
const MOST_LIVE_ATTEMPTS = 8;

/** Whether a run of this state counts, or is run again. A harness that truly hangs runs out of time again. */
export const countsAtOnce = (state: EpisodeState): boolean => state !== 'errored' && state !== 'timed-out';

/** The coordinates of every attempt of a run. Later ones stand in an arm of their own, so that all of them are kept. */
export const attemptsOf = (coordinates: EpisodeCoordinates): readonly EpisodeCoordinates[] =>
  Array.from({ length: coordinates.profile === LIVE ? MOST_LIVE_ATTEMPTS : MOST_ATTEMPTS }, (_, index) => ({
    ...coordinates,
    arm: index === 0 ? '' : `attempt-${index + 1}`,
  }));

/**
 * Trials by `first-20`, `all` or their ids.
 *
 * @throws MeasurandError `unknown-trial`
 */
export function chosenTrials(names: readonly string[]): readonly Trial[] {
  const chosen = new Set<string>();
  for (const name of names) {
    const all = name === 'first-20' || name === 'all';
    if (!all && !TRIALS.some(({ id }) => id === name)) {
      const ids = TRIALS.map(({ id }) => id);
      const near = nearest(name, ids);
      throw new MeasurandError('unknown-trial', `there is no trial ${JSON.stringify(name)} to run`, {
        next: `${near ? `Did you mean ${near}? ` : ''}Written are ${ids.join(', ')}`,
      });
    }
    for (const { id } of TRIALS) if (all || id === name) chosen.add(id);
  }
  return TRIALS.filter(({ id }) => chosen.has(id));
}

/** How often a pair is run: a number for all harnesses, and others by the id of a harness. */
export interface TrialRepeats {
  readonly each: number;
  readonly of: Readonly<Record<string, number>>;
}

/** @throws MeasurandError `invalid-usage` for a number of a harness that is not tried */
function checkedRepeats(repeats: number | TrialRepeats, harnesses: readonly TriedHarness[]): TrialRepeats {
  if (typeof repeats === 'number') return { each: repeats, of: {} };
  const ids = harnesses.map(({ adapter }) => adapter.id);
  const stranger = Object.keys(repeats.of).find((id) => !ids.includes(id));
  if (stranger === undefined) return repeats;
  const near = nearest(stranger, ids);
  throw new MeasurandError('invalid-usage', `repeats are given for ${stranger}, which is not tried`, {
    next: near === undefined ? `Tried are ${ids.join(', ')}` : `Did you mean ${near}?`,
  });
}

/**
 * The grid: every trial under every harness, so often. Repeats differ in their seed, so in their private values. All of the
 * first repeats come first, so that a grid that is stopped has as many of each pair as it could have.
 *
 * @param model of live runs; without it the script of each trial
 * @throws MeasurandError `invalid-usage` for a number of a harness that is not tried
 */
export function trialCells(
  trials: readonly Trial[],
  harnesses: readonly TriedHarness[],
  repeats: number | TrialRepeats,
  model?: string,
): readonly TrialCell[] {
  const { each, of } = checkedRepeats(repeats, harnesses);
  const runsOf = ({ adapter }: TriedHarness): number => of[adapter.id] ?? each;
  const most = Math.max(0, ...harnesses.map(runsOf));
  return Array.from({ length: most }, (_, index) => index + 1).flatMap((seed) =>
    harnesses
      .filter((harness) => seed <= runsOf(harness))
      .flatMap((harness) => trials.map((trial) => trialCell(trial, harness, seed, model))),
  );
}

/** Runs of a trial of one's own belong to its file as it was: an edited trial is another one. */
function settingsOf(trial: Trial): EpisodeCoordinates['settings'] {
  const definition = definitionOf(trial.id);
  return definition === undefined ? {} : { definition };
}

/** Whether a run is of a trial of one's own whose file says something else now. */
export function isOfEarlierFile({ task, settings }: EpisodeCoordinates): boolean {
  const definition = definitionOf(task);
  return definition !== undefined && settings['definition'] !== definition;
}

function trialCell(trial: Trial, harness: TriedHarness, seed: number, model: string | undefined): TrialCell {
  return {
    trial,
    harness,
    eligibility: eligibilityOf(trial, harness.adapter),
    coordinates: {
      suite: TRIAL_SUITE,
      profile: model === undefined ? SCRIPTED : LIVE,
      task: trial.id,
      seed,
      model: model ?? SCRIPTED_MODEL,
      scaffold: `${harness.adapter.id}@${harness.found.version}`,
      protocol: 'single',
      arm: '',
      settings: settingsOf(trial),
    },
  };
}

import { setMaxListeners } from 'node:events';
import type { RunControl } from '../../core/contracts/index.ts';
import { checkIsolation } from '../../scaffolds/native/process/isolation.ts';
import type { Trial } from '../../trials/suite/define-trial.ts';
import type { TrialProblem } from '../../trials/suite/lint/finding.ts';
import { trialProblems } from '../../trials/suite/lint/lint-trial.ts';
import { namedTrials } from '../../trials/suite/load-trial.ts';
import { chosenTrials } from './cells.ts';

/** Most of a run is waiting, so several go on at once. */
const LANES = 6;

export interface TrialLintOptions extends RunControl {
  /** `first-20`, `all`, ids, or paths to trials of one's own. @default all */
  readonly trials?: readonly string[];
}

export interface LintedTrial {
  readonly id: string;
  readonly dimension: string;
  readonly ok: boolean;
  readonly problems: readonly TrialProblem[];
}

export interface TrialLintReport {
  readonly trials: readonly LintedTrial[];
}

/**
 * Checks trials: their structure, what they give away, their verifier and rules on empty runs, who can run them, that an
 * obedient script reaches every line under the reference harness, and that a shortcut does not.
 *
 * @throws MeasurandError `unknown-trial`, `invalid-trial`
 */
export async function lintTrials(options: TrialLintOptions = {}): Promise<TrialLintReport> {
  const trials = chosenTrials(await namedTrials(options.trials ?? ['all']));
  const isolation = await checkIsolation();
  const { signal, onProgress } = options;
  // Every run listens, and several go on at once.
  if (signal) setMaxListeners(0, signal);
  const linted = new Map<string, LintedTrial>();
  let next = 0;
  const one = async (trial: Trial): Promise<void> => {
    const problems = await trialProblems(trial, { isolation, ...(signal ? { signal } : {}) });
    const { id, outline } = trial;
    linted.set(id, { id, dimension: outline.dimension, ok: problems.length === 0, problems });
    onProgress?.({ what: 'trials', done: linted.size, total: trials.length });
  };
  const lane = async (): Promise<void> => {
    for (let trial = trials[next]; trial !== undefined; trial = trials[next]) {
      next += 1;
      await one(trial);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return { trials: trials.flatMap(({ id }) => linted.get(id) ?? []) };
}

/** The report in lines. */
export function lintText({ trials }: TrialLintReport): string {
  const lines = trials.flatMap(({ id, dimension, ok, problems }) => [
    `${id}  ${dimension}  ${ok ? 'ok' : `${problems.length} problems`}`,
    ...problems.map(({ check, says }) => `    ${check}: ${says}`),
  ]);
  const wrong = trials.filter(({ ok }) => !ok).length;
  return [...lines, `${trials.length - wrong} of ${trials.length} trials are sound`].join('\n');
}

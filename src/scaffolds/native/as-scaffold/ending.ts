import type { Outcome, Submission } from '../../../core/contracts/index.ts';
import type { HarnessRunResult } from '../run/harness-run.ts';
import type { ModelBackend } from './model-backend.ts';

/** How one process of the harness ended, in a few words. */
function exitOf({ outcomes }: HarnessRunResult): string {
  const last = outcomes.at(-1);
  if (!last) return 'it was not started';
  return last.signal === null ? `exit code ${last.exitCode}` : `signal ${last.signal}`;
}

/** What the harness said went wrong, cut to what a line holds. */
function complaintOf({ observed }: HarnessRunResult): string {
  const error = observed.at(-1)?.error?.split('\n')[0];
  return error === undefined ? '' : `: ${error.slice(0, 200)}`;
}

/**
 * The state in which an episode ends. What was handed in counts, however the harness ended afterwards; a harness that
 * never asked the model, or a gateway that met what it does not know, makes an episode errored.
 */
export function endingOf(
  run: HarnessRunResult,
  { stopped, pastLimit }: ModelBackend,
  submission: Submission | undefined,
): Outcome {
  if (run.failure) return { state: 'errored', stop: run.failure.message };
  if (run.requests.length === 0) {
    return {
      state: 'errored',
      stop: `the harness never asked the model (${exitOf(run)})${complaintOf(run)}`,
    };
  }
  if (submission) return { state: 'scored', stop: 'submitted', submission };
  if (run.outcomes.some(({ timedOut }) => timedOut))
    return { state: 'timed-out', stop: 'the time for an episode' };
  if (pastLimit) return { state: 'no-submission', stop: 'reply limit' };
  if (stopped) return { state: 'no-submission', stop: 'a reply without a call' };
  return {
    state: 'no-submission',
    stop: `the harness ended before the model (${exitOf(run)})${complaintOf(run)}`,
  };
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Model, ModelMove, ModelView, Recorder } from '../core/contracts/index.ts';
import { MeasurandError } from '../core/errors.ts';
import { around } from '../models/around.ts';
import { ProviderError } from '../models/providers/errors.ts';

/** How a study waits for a provider. All in seconds. */
export interface PatienceLimits {
  /** Before the first new request; doubles from failure to failure. */
  readonly first: number;
  /** No wait is longer, unless the provider asks for it. */
  readonly ceiling: number;
  /** Waiting for one decision, in total. */
  readonly total: number;
}

export const PATIENCE: PatienceLimits = { first: 1, ceiling: 60, total: 1800 };

/** Sleeps, or does not. Rejects with the reason of the signal when it is aborted meanwhile. */
export type Sleep = (seconds: number, signal: AbortSignal) => Promise<void>;

export async function sleep(seconds: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(seconds * 1000, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

/** For replays, which have nothing to wait for. */
export function noSleep(_seconds: number, signal: AbortSignal): Promise<void> {
  return signal.aborted ? Promise.reject(signal.reason as Error) : Promise.resolve();
}

export interface PatienceOptions {
  /** Gets an `apparatus` event for every wait. */
  readonly recorder: Recorder;
  /** @default {@link PATIENCE} */
  readonly limits?: PatienceLimits;
  /** @default really */
  readonly sleep?: Sleep;
}

/** The provider's word, and never less than the wait that is due: one that says 0 for ever shall not be hammered. */
function waitFor({ retryAfterSeconds = 0 }: ProviderError, failures: number, limits: PatienceLimits): number {
  const due = Math.min(limits.ceiling, limits.first * 2 ** failures);
  return Math.max(retryAfterSeconds, due);
}

function exhausted(error: ProviderError, failures: number, waited: number): MeasurandError {
  const what = `The provider failed ${failures} times, and ${waited} s were waited: ${error.message}`;
  return new MeasurandError('patience-exhausted', what, {
    kind: 'apparatus',
    next: 'Run it again when the provider is well',
    cause: error,
  });
}

/**
 * A model whose provider may fail for a while. What passes (`ProviderError.passes`) is waited for and asked again; each
 * wait is an event of the episode with owner `environment`. It costs the model no reply and none of its output budget,
 * and needs no jitter: the waits of a replay are those of the recording.
 *
 * @throws what the model throws; MeasurandError `patience-exhausted` when the next wait would go past the total
 */
export function patient(model: Model, { recorder, limits = PATIENCE, ...options }: PatienceOptions): Model {
  const rest = options.sleep ?? sleep;
  const decide = async (view: ModelView, signal: AbortSignal): Promise<ModelMove> => {
    let waited = 0;
    for (let failures = 0; ; failures += 1) {
      try {
        return await model.decide(view, signal);
      } catch (error) {
        if (!(error instanceof ProviderError && error.passes)) throw error;
        const seconds = waitFor(error, failures, limits);
        if (waited + seconds > limits.total) throw exhausted(error, failures + 1, waited);
        waited += seconds;
        recorder.record({ type: 'apparatus', owner: 'environment', code: error.code, seconds });
        await rest(seconds, signal);
      }
    }
  };
  return around(model, decide);
}

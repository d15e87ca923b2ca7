import type { Model } from '../../core/contracts/index.ts';
import { around } from '../around.ts';
import type { BoundaryExchange, BoundaryRecorder } from '../providers/boundary.ts';
import { ProviderError } from '../providers/errors.ts';
import type { RecordedFailure } from './format.ts';
import { viewDigest } from './view-digest.ts';
import type { RecordedAttempt } from './writer.ts';

function failure({ code, message, status, retryAfterSeconds }: ProviderError): RecordedFailure {
  return {
    code,
    message,
    ...(status === undefined ? {} : { status }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

/**
 * A model for one attempt at one episode, every decision of which is recorded: what it decided from, what crossed the
 * wire, and the move or the failure. A decision that was cancelled leaves no line.
 *
 * @param make builds the model around the boundary from which the exchanges come
 */
export function recordedModel(make: (boundary: BoundaryRecorder) => Model, attempt: RecordedAttempt): Model {
  let last: BoundaryExchange | undefined;
  const model = make({
    exchange(exchange) {
      last = exchange;
    },
  });
  return around(model, async (view, signal) => {
    const digest = viewDigest(view);
    last = undefined;
    try {
      const move = await model.decide(view, signal);
      attempt.record({ view: digest, move: structuredClone(move) as never }, last);
      return move;
    } catch (error) {
      if (error instanceof ProviderError) attempt.record({ view: digest, error: failure(error) }, last);
      throw error;
    }
  });
}

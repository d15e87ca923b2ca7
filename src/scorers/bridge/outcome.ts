import type { BridgeFault } from './failure.ts';
import type { BridgeErrorCode, BridgeErrorReply } from './messages.ts';

/** Why a thing was not probed: the bridge failed, or the target answered that it cannot. */
export interface NotProbed {
  readonly kind: 'not-probed';
  readonly why: BridgeFault | 'invalid-answer' | Exclude<BridgeErrorCode, 'scorer_exception'>;
  readonly detail: string;
}

/** The released scorer raised an error: a finding about it, and not a score of zero. */
export interface ScorerException {
  readonly kind: 'scorer-exception';
  readonly type: string;
  readonly message: string;
  readonly traceback: string | null;
  /** What the benchmark's own runner would have written down, where the shim says. */
  readonly runnerWouldRecord: string | null;
}

/** The three outcomes of one request to score, never mixed. */
export type ScoreOutcome =
  | {
      readonly kind: 'score';
      readonly score: number;
      readonly passed: boolean;
      readonly components: Readonly<Record<string, number | boolean | null>>;
      readonly reason: string | null;
      readonly modelCalls: number;
    }
  | ScorerException
  | NotProbed;

/** What an answer is, or why there is none. */
export type Answer<T> = { readonly kind: 'answer'; readonly value: T } | NotProbed | ScorerException;

/** Whether an answer with this error came from the scorer itself. */
export function ofError(error: BridgeErrorReply): NotProbed | ScorerException {
  if (error.code !== 'scorer_exception') {
    return { kind: 'not-probed', why: error.code, detail: error.message };
  }
  return {
    kind: 'scorer-exception',
    type: error.type,
    message: error.message,
    traceback: error.traceback_sha256 ?? null,
    runnerWouldRecord:
      error.runner_would_record === undefined ? null : JSON.stringify(error.runner_would_record),
  };
}

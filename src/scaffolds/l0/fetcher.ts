import type { Environment, Recorder } from '../../core/contracts/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { saysRetryable } from '../../tasks/comtrade/tool-errors.ts';
import { recordedCall } from '../recorded-call.ts';

/** One try and three more, as the release does (reference §6). */
const ATTEMPTS = 4;
const LONGEST_WAIT = 8;

/** The status that an error names, in either profile's form. */
function statusOf(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return null;
  const { status, error } = value;
  return status ?? (isJsonObject(error) ? error['status'] : null) ?? null;
}

/** Fetches pages for the harness: retries with growing waits, and keeps the counts and log lines of the payload. */
export class HarnessFetcher {
  readonly log: string[] = [];
  requests = 0;
  retries429 = 0;
  retries500 = 0;
  retries = 0;
  readonly #environment: Environment;
  readonly #recorder: Recorder;

  constructor(environment: Environment, recorder: Recorder) {
    this.#environment = environment;
    this.#recorder = recorder;
  }

  /** The answer of the service, or the error that was left when retrying ended. */
  async fetch(page: number): Promise<{ readonly isError: boolean; readonly value: JsonObject }> {
    for (let attempt = 1; ; attempt += 1) {
      this.requests += 1;
      this.log.push(`request=${this.requests} page=${page} attempt=${attempt}`);
      const { isError, value } = await recordedCall(
        this.#environment,
        this.#recorder,
        'scaffold',
        'fetch_page',
        { page },
      );
      if (!(isError && saysRetryable(value))) return { isError, value: isJsonObject(value) ? value : {} };
      this.#decide(attempt < ATTEMPTS ? 'retry' : 'skip');
      if (attempt === ATTEMPTS) return { isError, value: value as JsonObject };
      this.#wait(attempt, statusOf(value));
    }
  }

  #decide(choice: 'retry' | 'skip'): void {
    this.#recorder.record({ type: 'decision', decision: 'retry', owner: 'scaffold', choice });
  }

  #wait(attempt: number, status: JsonValue): void {
    const seconds = Math.min(2 ** attempt, LONGEST_WAIT);
    this.retries += 1;
    if (status === 429) this.retries429 += 1;
    if (status === 500) this.retries500 += 1;
    this.log.push(`retry status=${String(status)} attempt=${attempt} wait_s=${seconds}`);
    this.#recorder.record({ type: 'wait', owner: 'scaffold', seconds });
  }
}

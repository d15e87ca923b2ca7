import type { Cell, Recorder, ToolResult } from '../../core/contracts/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { saysRetryable } from '../../tasks/comtrade/tool-errors.ts';
import type { RunTally } from './run-tally.ts';

/** Times that one call is tried again. */
const RETRIES = 3;
const LONGEST_WAIT = 8;

/** The status of an answer, in either profile's form: at the top in the release, under `error` in the repaired tools. */
function statusOf(value: JsonObject): JsonValue | undefined {
  const { status, error } = value;
  return status ?? (isJsonObject(error) ? error['status'] : undefined);
}

async function attempt(cell: Cell, args: JsonValue): Promise<ToolResult | { readonly exception: string }> {
  try {
    return await cell.environment.call('fetch_page', args);
  } catch (error) {
    cell.signal.throwIfAborted();
    return { exception: error instanceof Error ? error.message : String(error) };
  }
}

/** What the scaffold does about one attempt: `status` is what its log calls the failure. */
interface Verdict {
  readonly value: JsonObject;
  readonly isError: boolean;
  readonly retryable: boolean;
  readonly status: string;
}

function judge(result: ToolResult | { readonly exception: string }): Verdict {
  if ('exception' in result) {
    return { value: { error: result.exception }, isError: true, retryable: true, status: 'exception' };
  }
  const value = isJsonObject(result.value) ? result.value : {};
  const status = statusOf(value);
  const retryable = status === 429 || status === 500 || saysRetryable(value);
  return {
    value,
    isError: result.isError,
    retryable,
    status: status === undefined ? 'None' : String(status),
  };
}

/**
 * Calls `fetch_page` up to four times: while the answer is a 429 or a 500 or says that a retry can help, which in the
 * release a rejected page says too. Waits of 2, 4 and 8 seconds are recorded, not spent.
 *
 * @returns the last answer, and whether it was an error
 */
export async function fetchWithRetries(
  cell: Cell,
  recorder: Recorder,
  tally: RunTally,
  call: { readonly args: JsonValue; readonly page: string },
): Promise<{ readonly value: JsonObject; readonly isError: boolean }> {
  for (let number = 1; ; number += 1) {
    cell.signal.throwIfAborted();
    tally.requests += 1;
    tally.log.push(`request=${tally.requests} page=${call.page} attempt=${number}`);
    const owner = number === 1 ? 'model' : 'scaffold';
    recorder.record({ type: 'call', owner, tool: 'fetch_page', args: call.args });
    const { value, isError, retryable, status } = judge(await attempt(cell, call.args));
    recorder.record({ type: 'result', tool: 'fetch_page', isError, value });
    if (!retryable) return { value, isError };
    const again = number <= RETRIES;
    recorder.record({
      type: 'decision',
      decision: 'retry',
      owner: 'scaffold',
      choice: again ? 'retry' : 'skip',
    });
    if (!again) return { value, isError };
    tally.countRetry(status);
    const seconds = Math.min(2 ** number, LONGEST_WAIT);
    tally.log.push(`retry status=${status} attempt=${number} wait_s=${seconds}`);
    recorder.record({ type: 'wait', owner: 'scaffold', seconds });
  }
}

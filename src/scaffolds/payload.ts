import type { JsonObject, JsonValue } from '../core/json.ts';

import { pythonJson, pythonJsonLines } from '../tasks/comtrade/python-text.ts';
import { PRIMARY_KEY } from '../tasks/comtrade/records.ts';

/** What the harness knows when it builds a submission (reference §6). */
export interface PayloadFacts {
  readonly taskId: string;
  readonly query: JsonValue;
  /** Cleaned rows in first-seen order. */
  readonly rows: readonly JsonObject[];
  readonly totalsDropped: number;
  /** Attempts made, retries included. */
  readonly requestCount: number;
  readonly requestBudget: JsonValue;
  readonly retries429: number;
  readonly retries500: number;
  readonly retriesTotal: number;
  readonly toolCalls: number;
}

/** Arguments of the release's submit tool, which are also the parts of a submission. */
export interface Payload {
  readonly data_jsonl: string;
  readonly metadata_json: string;
  readonly run_log: string;
}

/** One record a line, LF between, none at the end; field order as served. */
export function dataLines(rows: readonly JsonObject[]): string {
  return pythonJsonLines(rows);
}

/** Metadata in the release's form and key order, without the execution time. */
export function payloadMetadata(facts: PayloadFacts): JsonObject {
  return {
    task_id: facts.taskId,
    query: facts.query,
    row_count: facts.rows.length,
    schema: Object.keys(facts.rows[0] ?? {}),
    dedup_key: [...PRIMARY_KEY],
    totals_handling: { enabled: true, rows_dropped: facts.totalsDropped },
    request_count: facts.requestCount,
    request_budget: facts.requestBudget,
    request_stats: {
      retries_total: facts.retriesTotal,
      retries_429: facts.retries429,
      retries_500: facts.retries500,
      tool_calls_total: facts.toolCalls,
    },
  };
}

/**
 * The submission in the release's form. `execution_time_seconds` is always `0.0`: results hold no clock, and the judge
 * reads zero as not given.
 *
 * @param log lines of the run log
 */
export function buildPayload(facts: PayloadFacts, log: readonly string[]): Payload {
  const metadata = pythonJson(payloadMetadata(facts));
  return {
    data_jsonl: dataLines(facts.rows),
    metadata_json: `${metadata.slice(0, -1)}, "execution_time_seconds": 0.0}`,
    run_log: log.join('\n'),
  };
}

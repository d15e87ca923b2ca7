import type { Recorder, Submission, ToolCall, ToolResult } from '../../../core/contracts/index.ts';
import { isJsonObject } from '../../../core/json.ts';
import type { Chosen } from '../../choices.ts';
import { DedupWatch } from './dedup.ts';
import { PaginationWatch } from './pagination.ts';
import { RetryWatch } from './retry.ts';
import { SubmissionWatch } from './submission.ts';
import { TotalsWatch } from './totals.ts';
import type { DecisionWatch } from './watch.ts';

const FIRST_PAGE = 1;

function pageOf({ args }: ToolCall): number | undefined {
  const page = isJsonObject(args) ? (args['page'] ?? FIRST_PAGE) : undefined;
  return typeof page === 'number' ? page : undefined;
}

/** Records the decisions that a model makes by what it calls and hands in, all of them with owner `model`. */
export class ModelDecisions {
  readonly #recorder: Recorder;
  readonly #watches: readonly DecisionWatch[] = [
    new RetryWatch(),
    new PaginationWatch(),
    new DedupWatch(),
    new TotalsWatch(),
    new SubmissionWatch(),
  ];

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
  }

  /** To be told of every call before it runs. */
  calls(call: ToolCall): void {
    if (call.name !== 'fetch_page') return;
    for (const watch of this.#watches) this.#record(watch.asks?.(pageOf(call)));
  }

  /** To be told of every result. */
  results(call: ToolCall, { isError, value }: ToolResult): void {
    if (call.name !== 'fetch_page' || !isJsonObject(value)) return;
    for (const watch of this.#watches) watch.fetched?.({ page: pageOf(call), isError, value });
  }

  ends(submission: Submission | undefined): void {
    for (const watch of this.#watches) this.#record(watch.ends?.(submission));
  }

  #record(chosen: Chosen | undefined): void {
    if (chosen) this.#recorder.record({ type: 'decision', owner: 'model', ...chosen });
  }
}

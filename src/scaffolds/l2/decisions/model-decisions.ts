import type { Owner, Recorder, Submission, ToolCall, ToolResult } from '../../../core/contracts/index.ts';
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

/** Who made a choice that was just told. */
export type OwnerOf = (chosen: Chosen) => Owner;

/** Records the decisions that show in what is called and handed in. */
export class ModelDecisions {
  readonly #recorder: Recorder;
  readonly #ownerOf: OwnerOf;
  readonly #watches: readonly DecisionWatch[] = [
    new RetryWatch(),
    new PaginationWatch(),
    new DedupWatch(),
    new TotalsWatch(),
    new SubmissionWatch(),
  ];

  /** @param ownerOf asked for each choice as it is told; by default it is the model that called */
  constructor(recorder: Recorder, ownerOf: OwnerOf = () => 'model') {
    this.#recorder = recorder;
    this.#ownerOf = ownerOf;
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
    if (chosen) this.#recorder.record({ type: 'decision', owner: this.#ownerOf(chosen), ...chosen });
  }
}

import type { Cell, Recorder } from '../../core/contracts/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { FaultReport } from '../../models/policies/fault-report.ts';
import { saysRetryable } from '../../tasks/comtrade/tool-errors.ts';
import type { Choice } from '../choices.ts';
import { HeldRows } from '../held-rows.ts';
import { recordedCall } from '../recorded-call.ts';
import { Adviser } from './adviser.ts';

/**
 * Why a walk ended: after the last page, on a page that the service does not have, where it would answer no more, or at
 * the limit on model turns.
 */
export type WalkEnd = 'last page' | 'rejected' | 'refused' | 'step limit';

/** The status that an error names, in either profile's form. */
function statusOf({ status, error }: JsonObject): number | null {
  const named = status ?? (isJsonObject(error) ? error['status'] : undefined);
  return typeof named === 'number' ? named : null;
}

/**
 * The harness's walk: pages in order, each until it is served or the model gives it up. A fault is an error that says
 * that a retry can help; any other error ends the walk.
 */
export class HarnessWalk {
  readonly held = new HeldRows();
  readonly log: string[] = [];
  requests = 0;
  retries429 = 0;
  retries500 = 0;
  retries = 0;
  skips = 0;
  readonly #cell: Cell;
  readonly #recorder: Recorder;
  readonly #adviser: Adviser;
  /** As the service said with the last page that it served; it need not say. */
  #totalPages: number | null = null;

  constructor(cell: Cell, recorder: Recorder) {
    this.#cell = cell;
    this.#recorder = recorder;
    this.#adviser = new Adviser(cell, recorder);
  }

  async run(): Promise<WalkEnd> {
    let page = 1;
    this.#turn('first');
    for (;;) {
      const end = await this.#pass(page);
      if (end) {
        this.#turn(end === 'last page' || end === 'rejected' ? 'finish' : 'finish-early');
        return end;
      }
      page += 1;
      this.#turn('next');
    }
  }

  #turn(choice: Choice<'pagination'>): void {
    this.#recorder.record({ type: 'decision', decision: 'pagination', owner: 'scaffold', choice });
  }

  /** Gets one page over with. Gives the reason when the walk ends there. */
  async #pass(page: number): Promise<WalkEnd | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      const { isError, value } = await this.#fetch(page, attempt);
      if (!isError) return this.#keep(page, isJsonObject(value) ? value : {});
      if (!saysRetryable(value)) return this.#turnedDown();
      const status = statusOf(value as JsonObject);
      const choice = await this.#adviser.ask(this.#report(status, page, attempt));
      if (choice === undefined) return 'step limit';
      if (choice === 'skip') {
        this.skips += 1;
        return page === this.#totalPages ? 'last page' : undefined;
      }
      this.#countRetry(status, attempt);
    }
  }

  async #fetch(page: number, attempt: number): Promise<{ isError: boolean; value: JsonValue }> {
    const { environment, signal } = this.#cell;
    signal.throwIfAborted();
    this.requests += 1;
    this.log.push(`request=${this.requests} page=${page} attempt=${attempt}`);
    return recordedCall(environment, this.#recorder, 'scaffold', 'fetch_page', { page });
  }

  #keep(page: number, value: JsonObject): WalkEnd | undefined {
    this.held.add(value['rows']);
    this.log.push(`page=${page}`);
    const total = value['total_pages'];
    if (typeof total === 'number') this.#totalPages = total;
    return value['has_more'] === true ? undefined : 'last page';
  }

  #turnedDown(): WalkEnd {
    return this.#cell.environment.ledger().at(-1)?.outcome === 'refused' ? 'refused' : 'rejected';
  }

  #report(fault: number | null, page: number, attempt: number): FaultReport {
    const { requestBudget } = this.#cell.environment;
    return {
      fault,
      page,
      attempt,
      quota_left: Number.isFinite(requestBudget) ? Math.max(0, requestBudget - this.requests) : null,
      pages_left: this.#totalPages === null ? null : this.#totalPages - page + 1,
    };
  }

  #countRetry(status: number | null, attempt: number): void {
    this.retries += 1;
    if (status === 429) this.retries429 += 1;
    if (status === 500) this.retries500 += 1;
    this.log.push(`retry status=${status ?? 'none'} attempt=${attempt}`);
  }
}

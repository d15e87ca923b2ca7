import type { Cell, Outcome, Recorder, Scaffold } from '../../core/contracts/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { pythonJson, pythonJsonLines } from '../../tasks/comtrade/python-text.ts';
import { PRIMARY_KEY } from '../../tasks/comtrade/records.ts';
import { saysRetryable } from '../../tasks/comtrade/tool-errors.ts';
import type { Chosen } from '../choices.ts';
import { HeldRows } from '../held-rows.ts';
import { recordedCall } from '../recorded-call.ts';

/** Seconds that the baseline waits before its one retry of a page. */
const WAIT = 3;

/**
 * The release's baseline without a model (reference §6, end): pages in order from the first, one retry of a page that
 * failed, duplicates merged, totals dropped, everything submitted. It reaches the data through the tools and so stays
 * inside the budget; the release's goes to the endpoint directly.
 */
export const ruleAgent: Scaffold = {
  id: 'rule-agent',
  level: 'L0',
  title: 'The release’s baseline without a model',
  ownership: {
    retry: 'scaffold',
    dedup: 'scaffold',
    totals: 'scaffold',
    pagination: 'scaffold',
    submission: 'scaffold',
  },
  limits: { steps: 0, outputTokens: 0 },
  run: (cell, recorder) => new RuleRun(cell, recorder).run(),
};

class RuleRun {
  readonly #cell: Cell;
  readonly #recorder: Recorder;
  readonly #held = new HeldRows();
  readonly #log: string[];
  #requests = 0;
  #retries429 = 0;
  #retries500 = 0;
  #retries = 0;

  constructor(cell: Cell, recorder: Recorder) {
    this.#cell = cell;
    this.#recorder = recorder;
    this.#log = [`task_id=${cell.task.id}`];
  }

  async run(): Promise<Outcome> {
    for (let page = 1; ; page += 1) {
      this.#decide({ decision: 'pagination', choice: page === 1 ? 'first' : 'next' });
      const value = await this.#fetch(page);
      if (!('rows' in value)) {
        this.#decide({ decision: 'pagination', choice: 'finish-early' });
        break;
      }
      this.#log.push(`page=${page}`);
      this.#held.add(value['rows']);
      if (value['has_more'] !== true) {
        this.#decide({ decision: 'pagination', choice: 'finish' });
        break;
      }
    }
    return this.#submit();
  }

  async #fetch(page: number): Promise<JsonObject> {
    const first = await this.#request(page);
    if (!saysRetryable(first)) return first;
    const status = first['status'] ?? null;
    this.#retries += 1;
    if (status === 429) this.#retries429 += 1;
    if (status === 500) this.#retries500 += 1;
    this.#log.push(`retry status=${String(status)} attempt=1 wait_s=${WAIT}`);
    this.#decide({ decision: 'retry', choice: 'retry' });
    this.#recorder.record({ type: 'wait', owner: 'scaffold', seconds: WAIT });
    const second = await this.#request(page);
    if (saysRetryable(second)) this.#decide({ decision: 'retry', choice: 'skip' });
    return second;
  }

  async #request(page: number): Promise<JsonObject> {
    this.#cell.signal.throwIfAborted();
    this.#requests += 1;
    this.#log.push(`request=${this.#requests} page=${page}`);
    const args = { page };
    const { value } = await recordedCall(
      this.#cell.environment,
      this.#recorder,
      'scaffold',
      'fetch_page',
      args,
    );
    return isJsonObject(value) ? value : {};
  }

  #metadata(rows: readonly JsonObject[]): JsonValue {
    return {
      task_id: this.#cell.task.id,
      query: this.#cell.task.settings['query'] ?? {},
      row_count: rows.length,
      schema: Object.keys(rows[0] ?? {}),
      dedup_key: PRIMARY_KEY,
      totals_handling: { enabled: true, rows_dropped: this.#held.totalsDropped },
      request_count: this.#requests,
      request_budget: this.#cell.environment.requestBudget,
      request_stats: {
        retries_total: this.#retries,
        retries_429: this.#retries429,
        retries_500: this.#retries500,
      },
    };
  }

  async #submit(): Promise<Outcome> {
    const { environment } = this.#cell;
    const rows = this.#held.rows();
    this.#log.push(`retry_count=${this.#retries}`, 'complete=true');
    this.#decide({ decision: 'dedup', choice: 'dropped' });
    this.#decide({ decision: 'totals', choice: 'dropped' });
    this.#decide({ decision: 'submission', choice: 'submitted' });
    await recordedCall(environment, this.#recorder, 'scaffold', 'submit_results', {
      data_jsonl: pythonJsonLines(rows),
      metadata_json: pythonJson(this.#metadata(rows)),
      run_log: this.#log.join('\n'),
    });
    const submission = environment.submission();
    const stop = 'walked every page in order';
    return submission ? { state: 'scored', stop, submission } : { state: 'no-submission', stop };
  }

  #decide(chosen: Chosen): void {
    this.#recorder.record({ type: 'decision', owner: 'scaffold', ...chosen });
  }
}

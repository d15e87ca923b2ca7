import { byCodePoint } from '../../core/canonical.ts';
import type { Environment } from '../../core/contracts/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { saysRetryable } from './tool-errors.ts';

/** What a walk through an environment saw. */
export interface Walk {
  /** Records served, each once, in the order in which they were first seen. Totals rows are no records. */
  readonly records: readonly JsonObject[];
  /** Calls of `fetch_page` that were charged. */
  readonly requests: number;
  /** Of those, how many had been made when the last record not seen before came. */
  readonly requestsToLastNew: number;
  /** Calls that repeated a failed one. */
  readonly retries: number;
  /** Pages served, each time counted. */
  readonly pages: number;
  /** Kinds of fault that the ledger has for the walk, sorted. */
  readonly faults: readonly string[];
  /** `gave-up`: a page was rejected, or still failed after the last attempt. */
  readonly stop: 'complete' | 'budget-spent' | 'gave-up';
}

export interface WalkOptions {
  /** Attempts at one page. @default 10 */
  readonly attempts?: number;
}

export interface ReWalkOptions extends WalkOptions {
  /** Stop once so many records are held, such as all there are. @default walk until the budget is spent */
  readonly target?: number;
}

/**
 * Asks for page 1, 2, … until `has_more` is false, and repeats a call exactly when its answer says that this can help.
 * Works in both profiles. What it cannot see, no agent sees in one walk.
 */
export async function walkInOrder(environment: Environment, options: WalkOptions = {}): Promise<Walk> {
  const walker = new Walker(environment, options.attempts ?? 10);
  return walker.report(await walker.pass(() => false));
}

/**
 * Walks in order again and again until the target is held or the budget is spent: what an agent with all the patience
 * in the world can attain.
 */
export async function reWalk(environment: Environment, options: ReWalkOptions = {}): Promise<Walk> {
  const walker = new Walker(environment, options.attempts ?? 10);
  const target = options.target ?? Number.POSITIVE_INFINITY;
  let stop: Walk['stop'] = 'complete';
  while (stop === 'complete' && walker.held < target) stop = await walker.pass(() => walker.held >= target);
  return walker.report(stop);
}

class Walker {
  readonly #environment: Environment;
  readonly #attempts: number;
  readonly #records = new Map<string, JsonObject>();
  readonly #ledgerFrom: number;
  #requestsToLastNew = 0;
  #retries = 0;
  #pages = 0;

  constructor(environment: Environment, attempts: number) {
    this.#environment = environment;
    this.#attempts = attempts;
    this.#ledgerFrom = environment.ledger().length;
  }

  get held(): number {
    return this.#records.size;
  }

  async pass(enough: () => boolean): Promise<Walk['stop']> {
    for (let page = 1; ; page += 1) {
      const value = await this.#fetch(page);
      if (!(isJsonObject(value) && Array.isArray(value['rows']))) {
        return this.#environment.ledger().at(-1)?.outcome === 'refused' ? 'budget-spent' : 'gave-up';
      }
      this.#keep(value['rows']);
      if (value['has_more'] !== true || enough()) return 'complete';
    }
  }

  report(stop: Walk['stop']): Walk {
    const entries = this.#environment.ledger().slice(this.#ledgerFrom);
    return {
      records: [...this.#records.values()],
      requests: this.#charged(),
      requestsToLastNew: this.#requestsToLastNew,
      retries: this.#retries,
      pages: this.#pages,
      faults: [...new Set(entries.flatMap((entry) => entry.faults))].sort(byCodePoint),
      stop,
    };
  }

  #charged(): number {
    const entries = this.#environment.ledger().slice(this.#ledgerFrom);
    return entries.filter((entry) => entry.charged).length;
  }

  async #fetch(page: number): Promise<JsonValue> {
    let { value } = await this.#environment.call('fetch_page', { page });
    for (let attempt = 2; attempt <= this.#attempts && saysRetryable(value); attempt += 1) {
      if (this.#environment.ledger().at(-1)?.outcome === 'refused') return value;
      this.#retries += 1;
      ({ value } = await this.#environment.call('fetch_page', { page }));
    }
    return value;
  }

  #keep(rows: readonly JsonValue[]): void {
    this.#pages += 1;
    const before = this.#records.size;
    for (const row of rows) {
      if (!isJsonObject(row) || isTotals(row)) continue;
      const id = String(row['record_id']);
      if (!this.#records.has(id)) this.#records.set(id, row);
    }
    if (this.#records.size > before) this.#requestsToLastNew = this.#charged();
  }
}

/** A totals row, marked or, under the hidden-totals stressor, known by its code only. */
function isTotals(row: JsonObject): boolean {
  return row['isTotal'] === true || row['is_total'] === true || row['hs'] === 'TOTAL';
}

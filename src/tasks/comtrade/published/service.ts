import { Random, stableSeed } from '../../../core/random.ts';
import type { ComtradeDefinition } from '../definitions.ts';
import {
  type ComtradeRecord,
  generateRecords,
  releaseSeedText,
  type ServedRow,
  totalsRow,
} from '../records.ts';
import { type DuplicateRates, driftedRows, overwriteDuplicates } from './page-corruption.ts';

/** What the release's data endpoint answers for a page, its fields in order. */
export type PageAnswer = {
  readonly rows: readonly ServedRow[];
  readonly page: number;
  /** The task's own, whatever was asked for. */
  readonly page_size: number;
  readonly total_pages: number;
  readonly total_rows: number;
  readonly has_more: boolean;
  readonly task_id: string;
};

export type ReleaseFault =
  | 'rate_limit'
  | 'server_error'
  | 'page_drift'
  | 'duplicates'
  | 'totals'
  | 'pagination';

/** An answer of the data endpoint, with the kinds of fault that really reached it. */
export type ServiceAnswer =
  | { readonly status: 200; readonly body: PageAnswer; readonly faults: readonly ReleaseFault[] }
  | { readonly status: 429 | 500; readonly faults: readonly ReleaseFault[] };

/** Rows of the last page that the release keeps as a source of cross-page duplicates. */
const REMEMBERED_ROWS = 100;
/** Share of a page that the adaptive task overwrites at most. */
const ADAPTIVE_CEILING = 0.4;

/** The records that the release generates for a task. No seed enters. */
export function releaseRecords(definition: ComtradeDefinition): ComtradeRecord[] {
  return generateRecords(definition, new Random(stableSeed(releaseSeedText(definition))));
}

/**
 * The release's data endpoint for one episode (reference §3): a request counter, faults by that counter, and the page
 * served last. The release generates all records anew for each request; here they are generated once an episode, which
 * no caller can tell apart. Nothing is shared between two services.
 */
export class ReleaseService {
  readonly #definition: ComtradeDefinition;
  #records: readonly ComtradeRecord[] | undefined;
  #requests = 0;
  #remembered: readonly ServedRow[] = [];

  constructor(definition: ComtradeDefinition) {
    this.#definition = definition;
  }

  /**
   * One valid request. A page past the end is a success with no rows, or with one totals row of zero sums in T7.
   *
   * @param page an integer from 1; other pages never reach the endpoint and do not advance its counter
   */
  request(page: number): ServiceAnswer {
    this.#requests += 1;
    const fault = this.#faultOf(page);
    if (fault) return { status: fault === 'server_error' ? 500 : 429, faults: [fault] };
    const { id, rows: total, pageSize } = this.#definition;
    const faults: ReleaseFault[] = [];
    const served = this.#corrupted(page, this.#sliced(page, faults), faults);
    this.#remembered = served.slice(0, REMEMBERED_ROWS);
    const pages = Math.max(1, Math.ceil(total / pageSize));
    const body: PageAnswer = {
      rows: served,
      page,
      page_size: pageSize,
      total_pages: pages,
      total_rows: total,
      has_more: page < pages,
      task_id: id,
    };
    return { status: 200, body, faults };
  }

  /** The page is neither served nor remembered when one of these strikes. */
  #faultOf(page: number): 'rate_limit' | 'server_error' | undefined {
    const { mode, failOn = [], rateLimitAfterPage = Number.POSITIVE_INFINITY } = this.#definition.fault;
    if (mode === 'adaptive') {
      return page > rateLimitAfterPage && this.#requests % 3 === 0 ? 'rate_limit' : undefined;
    }
    if (!failOn.includes(this.#requests)) return undefined;
    if (mode === 'server_error') return 'server_error';
    return mode === 'rate_limit' || mode === 'mixed' ? 'rate_limit' : undefined;
  }

  #sliced(page: number, faults: ReleaseFault[]): ServedRow[] {
    this.#records ??= releaseRecords(this.#definition);
    const { id, rows: total, pageSize, fault } = this.#definition;
    const start = (page - 1) * pageSize;
    const end = Math.min(total, start + pageSize);
    const slice: ServedRow[] = this.#records.slice(start, end);
    if (fault.mode === 'pagination' && slice.length > 0 && total > pageSize) faults.push('pagination');
    if (fault.mode !== 'page_drift') return slice;
    const drifted = driftedRows(this.#records, id, this.#requests).slice(start, end);
    if (drifted.some((row, place) => row !== slice[place])) faults.push('page_drift');
    return drifted;
  }

  #corrupted(page: number, rows: ServedRow[], faults: ReleaseFault[]): ServedRow[] {
    const { id, fault } = this.#definition;
    const rates = this.#duplicateRates(page);
    const seedText = `${id}:dup:${this.#requests}`;
    if (rates && overwriteDuplicates(rows, this.#remembered, rates, seedText)) faults.push('duplicates');
    const { totalsAfterPage = Number.POSITIVE_INFINITY } = fault;
    const escalated = fault.mode === 'adaptive' && page > totalsAfterPage && rows.length > 0;
    if (fault.mode !== 'totals_trap' && !escalated) return rows;
    faults.push('totals');
    return [totalsRow(this.#definition, page, rows), ...rows];
  }

  #duplicateRates(page: number): DuplicateRates | undefined {
    const { fault } = this.#definition;
    if (fault.mode === 'duplicates' || fault.mode === 'mixed') {
      return { within: fault.duplicateRate ?? 0, across: fault.crossPageDuplicateRate ?? 0 };
    }
    if (fault.mode !== 'adaptive') return undefined;
    const grown = (fault.initialDuplicateRate ?? 0) + (fault.escalationPerPage ?? 0) * (page - 1);
    const within = Math.min(grown, ADAPTIVE_CEILING);
    return { within, across: within * 0.5 };
  }
}

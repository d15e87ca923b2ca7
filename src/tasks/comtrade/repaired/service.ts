import type { JsonObject } from '../../../core/json.ts';
import { Random } from '../../../core/random.ts';
import type { ComtradeDefinition } from '../definitions.ts';
import { type ComtradeRecord, isTotalsRow, type ServedRow, totalsRow } from '../records.ts';
import type { ToolErrorClass } from '../tool-errors.ts';
import { drifted, partition } from './drift.ts';
import { appendDuplicates, type CorruptedPage, overwriteDuplicates, wholeRows } from './duplicates.ts';
import { repairedRecords, repairedSeedText } from './records.ts';
import type { SettingsInForce } from './settings.ts';
import { refusalsAtLevel, Strikes } from './strikes.ts';

/** What the data service answers to one request. `faults` names what it injected. */
export type PageAnswer =
  | {
      readonly kind: 'page';
      readonly rows: readonly JsonObject[];
      readonly ids: readonly string[];
      readonly hasMore: boolean;
      readonly faults: readonly string[];
    }
  | {
      readonly kind: 'error';
      readonly errorClass: Extract<
        ToolErrorClass,
        'rate-limited' | 'server-error' | 'page-out-of-range' | 'page-past-end'
      >;
      readonly message: string;
      readonly faults: readonly string[];
    };

/** No rate of duplicates climbs past this. */
const MOST_DUPLICATES = 0.4;

/**
 * The paged service of one episode. What it answers follows from the seed, the page, how often that page was asked for
 * and, in the adaptive task, how many pages were served; nothing follows from the number of requests.
 */
export class DataService {
  readonly #definition: ComtradeDefinition;
  readonly #force: SettingsInForce;
  readonly #seedText: string;
  readonly #pages: readonly ComtradeRecord[][];
  readonly #rateLimits: Strikes;
  readonly #serverErrors: Strikes;
  readonly #attempts = new Map<number, number>();
  #successes = 0;
  #refusedAtLevel = 0;
  /** The two pages served last, later first: a page may be asked for twice, and repeats another one's rows. */
  #servedLast: readonly { readonly page: number; readonly kept: readonly ComtradeRecord[] }[] = [];

  constructor(definition: ComtradeDefinition, force: SettingsInForce, seed: number) {
    const { pageSize, driftOverlapRate, rateLimits = 0, serverErrors = 0 } = force.parameters;
    this.#definition = definition;
    this.#force = force;
    this.#seedText = repairedSeedText(definition, seed);
    const drift = driftOverlapRate === undefined ? undefined : { seedText: this.#seedText };
    this.#pages = partition(repairedRecords(definition, seed), pageSize, drift);
    this.#rateLimits = new Strikes(definition.id, seed, this.#pages.length, rateLimits);
    this.#serverErrors = new Strikes(definition.id, seed, this.#pages.length, serverErrors);
  }

  /** @param page an integer; the pages are numbered from 1 */
  fetch(page: number): PageAnswer {
    if (page < 1) {
      const message = `Pages are numbered from 1: there is no page ${page}`;
      return { kind: 'error', errorClass: 'page-out-of-range', message, faults: [] };
    }
    if (page > this.#pages.length) {
      const message = `Page ${page} is past the last page; has_more is false on the last page`;
      return { kind: 'error', errorClass: 'page-past-end', message, faults: [] };
    }
    const attempt = (this.#attempts.get(page) ?? 0) + 1;
    this.#attempts.set(page, attempt);
    return this.#failure(page, attempt) ?? this.#serve(page, attempt);
  }

  #failure(page: number, attempt: number): PageAnswer | undefined {
    const limited = 'Too many requests just now: nothing was served, and the same request may succeed';
    if (this.#rateLimits.hits(page, attempt)) {
      return { kind: 'error', errorClass: 'rate-limited', message: limited, faults: ['rate_limit'] };
    }
    if (this.#serverErrors.hits(page, attempt)) {
      const message = 'The service failed: nothing was served, and the same request may succeed';
      return { kind: 'error', errorClass: 'server-error', message, faults: ['server_error'] };
    }
    const { rateLimitAfterSuccesses: after = Infinity } = this.#force.parameters;
    if (this.#successes < after) return undefined;
    if (this.#refusedAtLevel >= refusalsAtLevel(this.#seedText, this.#successes)) return undefined;
    this.#refusedAtLevel += 1;
    const faults = ['adaptive', 'rate_limit'];
    return { kind: 'error', errorClass: 'rate-limited', message: limited, faults };
  }

  #serve(page: number, attempt: number): PageAnswer {
    const random = new Random(`${this.#seedText}:page:${page}:${this.#variant(attempt)}`);
    const { rows: records, kept } = this.#corrupt(page, random);
    const faults = this.#faultsServed(page, records.length > kept.length);
    const rows: ServedRow[] = records;
    if (faults.includes('totals')) {
      rows.splice(random.below(rows.length + 1), 0, totalsRow(this.#definition, page, rows));
    }
    this.#remember(page, kept);
    const hidden = this.#force.stressors.includes('hidden-totals');
    return {
      kind: 'page',
      rows: rows.map((row) => (hidden && isTotalsRow(row) ? unmarked(row) : { ...row })),
      ids: rows.map((row) => row.record_id),
      hasMore: page < this.#pages.length,
      faults,
    };
  }

  /** What, besides seed and page, an answer varies with. Without a reason to vary, a page answers the same again. */
  #variant(attempt: number): string {
    const { driftOverlapRate, initialDuplicateRate } = this.#force.parameters;
    if (initialDuplicateRate !== undefined) return `level ${this.#successes}`;
    const varies = driftOverlapRate !== undefined || this.#force.duplicates === 'overwrite';
    return varies ? `attempt ${attempt}` : 'any';
  }

  #corrupt(page: number, random: Random): CorruptedPage<ComtradeRecord> {
    const own = this.#pages[page - 1] ?? [];
    const { driftOverlapRate } = this.#force.parameters;
    if (driftOverlapRate !== undefined) {
      return { rows: drifted(this.#pages, page, driftOverlapRate, random), kept: own };
    }
    const rates = this.#duplicateRates();
    if (!rates) return { rows: [...own], kept: own };
    const draw = {
      within: wholeRows(own.length, rates.within),
      across: wholeRows(own.length, rates.across),
      before: this.#servedLast.find((served) => served.page !== page)?.kept ?? [],
    };
    const corrupt = this.#force.duplicates === 'overwrite' ? overwriteDuplicates : appendDuplicates;
    return corrupt(own, draw, random);
  }

  #duplicateRates(): { readonly within: number; readonly across: number } | undefined {
    const { duplicateRate, crossPageDuplicateRate, initialDuplicateRate, escalationPerSuccess } =
      this.#force.parameters;
    if (duplicateRate !== undefined) return { within: duplicateRate, across: crossPageDuplicateRate ?? 0 };
    if (initialDuplicateRate === undefined) return undefined;
    const grown = initialDuplicateRate + (escalationPerSuccess ?? 0) * this.#successes;
    const within = Math.min(grown, MOST_DUPLICATES);
    return { within, across: within / 2 };
  }

  #faultsServed(page: number, repeats: boolean): readonly string[] {
    const {
      driftOverlapRate,
      initialDuplicateRate,
      totalsAfterSuccesses = Infinity,
    } = this.#force.parameters;
    return [
      ...(initialDuplicateRate !== undefined && this.#successes > 0 ? ['adaptive'] : []),
      ...(repeats && this.#force.duplicates !== undefined ? ['duplicates'] : []),
      ...(driftOverlapRate === undefined ? [] : ['page_drift']),
      ...(this.#definition.fault.mode === 'pagination' && page < this.#pages.length ? ['pagination'] : []),
      ...(this.#successes >= totalsAfterSuccesses ? ['totals'] : []),
    ];
  }

  #remember(page: number, kept: readonly ComtradeRecord[]): void {
    const before = this.#servedLast.find((served) => served.page !== page);
    this.#servedLast = [{ page, kept }, ...(before ? [before] : [])];
    this.#successes += 1;
    this.#refusedAtLevel = 0;
  }
}

/** A totals row without the two markers that say so. */
function unmarked(row: ServedRow): JsonObject {
  return Object.fromEntries(
    Object.entries(row).filter(([field]) => field !== 'isTotal' && field !== 'is_total'),
  );
}

import { escalatingAdversary } from '../../../adversity/escalating.ts';
import { openSchedule } from '../../../adversity/schedule.ts';
import { AdversarialWrapper, type AdversityStep } from '../../../adversity/wrapper.ts';
import type {
  Environment,
  LedgerEntry,
  Seed,
  Submission,
  ToolResult,
  UserTurn,
} from '../../../core/contracts/index.ts';
import type { JsonValue } from '../../../core/json.ts';
import { readArguments } from '../arguments.ts';
import type { ComtradeDefinition } from '../definitions.ts';
import type { ComtradeRecord } from '../records.ts';
import { DATA_PART, LOG_PART, METADATA_PART } from '../submission.ts';
import { SUBMIT_TOOL } from '../submission-arms.ts';
import { statusOf, type ToolErrorClass, toolError } from '../tool-errors.ts';
import { type AdversePage, ComtradeAdapter } from './adapter.ts';
import { Quota } from './quota.ts';
import type { AdversitySettings } from './settings.ts';
import { ADVERSITY_TOOLS, adversityFacts } from './tools.ts';

/** An episode whose quota ran out while a page was still wanted: by a fault on the last request, or a refusal. */
export const QUOTA_DEATH = 'quota_death';

type Entered = Pick<LedgerEntry, 'outcome'> & Partial<LedgerEntry>;

interface Answer {
  readonly result: ToolResult;
  readonly entered: Entered;
}

function turnedDown(
  outcome: 'rejected' | 'refused' | 'fault',
  errorClass: ToolErrorClass,
  message: string,
  more: Partial<LedgerEntry> = {},
): Answer {
  const status = statusOf(errorClass);
  const entered = { outcome, ...(status === undefined ? {} : { status }), ...more };
  return { result: toolError(errorClass, message), entered };
}

/**
 * One episode of the clean task under an adversary. Every `fetch_page` for a page that exists is a step of the adversary
 * and is charged; a page that does not exist is charged and is no step; malformed arguments and refusals are free.
 * Everything is answered within the call itself, so concurrent calls cannot overdraw the quota.
 */
export class AdverseEnvironment implements Environment {
  readonly turns: readonly UserTurn[];
  readonly tools = ADVERSITY_TOOLS;
  readonly #definition: ComtradeDefinition;
  readonly #quota: Quota;
  readonly #adapter: ComtradeAdapter;
  readonly #adversary: AdversarialWrapper<number, AdversePage>;
  readonly #served = new Set<number>();
  readonly #ledger: LedgerEntry[] = [];
  #submission: Submission | undefined;

  constructor(
    definition: ComtradeDefinition,
    records: readonly ComtradeRecord[],
    settings: AdversitySettings,
    seed: Seed,
    instructions: string,
  ) {
    this.turns = [{ text: instructions }];
    this.#definition = definition;
    this.#quota = new Quota(settings.quota ?? Number.POSITIVE_INFINITY);
    this.#adapter = new ComtradeAdapter(definition, records, settings, this.#quota);
    this.#adversary = new AdversarialWrapper({
      seed,
      schedule: openSchedule(settings.schedule),
      policy: escalatingAdversary(settings),
      adapter: this.#adapter,
    });
  }

  /** Requests allowed in total as things stand: a squeeze lowers it. Infinity where retries are free. */
  get requestBudget(): number {
    return this.#quota.limit;
  }

  call(name: string, args: JsonValue): Promise<ToolResult> {
    const { result, entered } = this.#answer(name, args);
    const index = this.#ledger.length;
    this.#ledger.push({ index, tool: name, args: args ?? null, charged: false, faults: [], ...entered });
    return Promise.resolve(result);
  }

  ledger(): readonly LedgerEntry[] {
    return this.#ledger.slice();
  }

  submission(): Submission | undefined {
    return this.#submission;
  }

  /** What the adversary did at each of its steps. */
  adversity(): readonly AdversityStep[] {
    return this.#adversary.trace();
  }

  #answer(name: string, args: JsonValue): Answer {
    switch (name) {
      case 'get_task_info':
        return this.#information(args);
      case 'fetch_page':
        return this.#fetch(args);
      case SUBMIT_TOOL:
        return this.#submit(args);
      default: {
        const names = this.tools.map((tool) => tool.name).join(', ');
        return turnedDown('rejected', 'unknown-tool', `The tools are ${names}`);
      }
    }
  }

  #information(args: JsonValue): Answer {
    const read = readArguments(args, {});
    if (!read.ok) return turnedDown('rejected', 'invalid-arguments', read.message);
    const value = {
      ...adversityFacts(this.#definition),
      requests_used: this.#quota.used,
      requests_remaining: Number.isFinite(this.#quota.left) ? this.#quota.left : null,
    };
    return { result: { value, isError: false }, entered: { outcome: 'ok' } };
  }

  #fetch(args: JsonValue): Answer {
    const read = readArguments(args, { page: 'integer' });
    if (!read.ok) return turnedDown('rejected', 'invalid-arguments', read.message);
    const { page } = read.values;
    if (this.#submission) return submitted();
    if (this.#quota.left === 0) {
      const faults = this.#isWanted(page) ? [QUOTA_DEATH] : [];
      return turnedDown('refused', 'budget-exhausted', 'All requests are spent', { page, faults });
    }
    this.#quota.charge();
    if (page < 1) {
      const message = `Pages are numbered from 1: there is no page ${page}`;
      return turnedDown('rejected', 'page-out-of-range', message, { page, charged: true });
    }
    if (page > this.#adapter.total) {
      const message = `Page ${page} is past the last page; has_more is false on the last page`;
      return turnedDown('rejected', 'page-past-end', message, { page, charged: true });
    }
    return this.#answered(page, this.#adversary.request(page));
  }

  #answered(page: number, { status, rows, faults, latency }: AdversePage): Answer {
    const late = latency > 0 ? { latency_seconds: latency } : {};
    if (status === 429) {
      const died = this.#quota.left === 0 && this.#isWanted(page);
      const answer = turnedDown(
        'fault',
        'rate-limited',
        'Too many requests just now: nothing was served, and the same request may succeed',
        { page, charged: true, faults: died ? [...faults, QUOTA_DEATH] : faults },
      );
      const value = { ...(answer.result.value as { readonly [key: string]: JsonValue }), ...late };
      return { ...answer, result: { ...answer.result, value } };
    }
    this.#served.add(page);
    const total_pages = this.#adapter.total;
    const value = {
      page,
      total_pages,
      has_more: page < total_pages,
      rows: rows.map((row) => ({ ...row })),
      ...late,
    };
    return {
      result: { value, isError: false },
      entered: {
        outcome: 'ok',
        status,
        charged: true,
        faults,
        page,
        served: rows.map((row) => row.record_id),
      },
    };
  }

  /** Whether a page exists that was not served yet. */
  #isWanted(page: number): boolean {
    return page >= 1 && page <= this.#adapter.total && !this.#served.has(page);
  }

  #submit(args: JsonValue): Answer {
    if (this.#submission) return submitted();
    const kinds = { data_jsonl: 'text', metadata_json: 'text', run_log: 'text' } as const;
    const read = readArguments(args, kinds);
    if (!read.ok) return turnedDown('rejected', 'invalid-arguments', read.message);
    const { data_jsonl, metadata_json, run_log } = read.values;
    this.#submission = {
      parts: { [DATA_PART]: data_jsonl, [METADATA_PART]: metadata_json, [LOG_PART]: run_log },
    };
    return { result: { value: { accepted: true }, isError: false }, entered: { outcome: 'ok' } };
  }
}

function submitted(): Answer {
  return turnedDown(
    'refused',
    'already-submitted',
    'This episode has its submission; it takes no further work',
  );
}

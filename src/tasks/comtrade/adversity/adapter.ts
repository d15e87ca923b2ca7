import type { EnvironmentAdapter } from '../../../adversity/adapter.ts';
import {
  budgetDeltaOf,
  corruptionsOf,
  isFault,
  latencyOf,
  type Perturbation,
} from '../../../adversity/perturbation.ts';
import type { Random } from '../../../core/random.ts';
import type { ComtradeDefinition } from '../definitions.ts';
import { type ComtradeRecord, type ServedRow, totalsRow } from '../records.ts';
import { CORRUPTION_FAULTS, corruptedRows, corruption } from './corruption.ts';
import type { Quota } from './quota.ts';
import type { AdversitySettings } from './settings.ts';

/** What the service answers to one request for a page that exists. */
export interface AdversePage {
  /** 429: nothing was served. */
  readonly status: 200 | 429;
  /** Empty when nothing was served. */
  readonly rows: readonly ServedRow[];
  /** What was done to this answer, as the ledger names it. */
  readonly faults: readonly string[];
  /** Seconds by which the answer is late; simulated. */
  readonly latency: number;
}

/** Makes intents happen to pages of trade records: 429s, corrupted rows, totals rows, a smaller quota, late answers. */
export class ComtradeAdapter implements EnvironmentAdapter<number, AdversePage> {
  readonly total: number;
  readonly #definition: ComtradeDefinition;
  readonly #records: readonly ComtradeRecord[];
  readonly #settings: AdversitySettings;
  readonly #quota: Quota;

  constructor(
    definition: ComtradeDefinition,
    records: readonly ComtradeRecord[],
    settings: AdversitySettings,
    quota: Quota,
  ) {
    this.total = Math.ceil(records.length / definition.pageSize);
    this.#definition = definition;
    this.#records = records;
    this.#settings = settings;
    this.#quota = quota;
  }

  /** @param page from 1 to `total` */
  realise(page: number, perturbation: Perturbation, open: () => Random): AdversePage {
    const latency = latencyOf(perturbation);
    const late = latency > 0 ? ['latency'] : [];
    const answer = isFault(perturbation)
      ? { status: 429 as const, rows: [], faults: ['rate_limit'] }
      : this.#serve(page, perturbation, open);
    return { ...answer, faults: [...answer.faults, ...late, ...this.#squeeze(perturbation)], latency };
  }

  isSuccess({ status }: AdversePage): boolean {
    return status === 200;
  }

  #serve(page: number, perturbation: Perturbation, open: () => Random): Omit<AdversePage, 'latency'> {
    const { pageSize } = this.#definition;
    const { duplicates, totalsAt } = this.#settings;
    const records = this.#records.slice((page - 1) * pageSize, page * pageSize);
    const faults: string[] = [];
    let random: Random | undefined;
    for (const { kind, rate } of corruptionsOf(perturbation)) {
      const count = corruptedRows(records.length, rate);
      if (count === 0) continue;
      random ??= open();
      corruption(kind, duplicates)(records, count, random);
      faults.push(CORRUPTION_FAULTS[kind]);
    }
    if (totalsAt === null || perturbation.intensity < totalsAt) return { status: 200, rows: records, faults };
    const rows = [totalsRow(this.#definition, page, records), ...records];
    return { status: 200, rows, faults: [...faults, 'totals'] };
  }

  /** After the answer: the request that crosses the threshold is still served. */
  #squeeze(perturbation: Perturbation): readonly string[] {
    const delta = budgetDeltaOf(perturbation);
    if (delta === 0) return [];
    this.#quota.change(delta);
    return ['quota_squeeze'];
  }
}

import { alwaysRetries } from './always-retries.ts';
import type { Archetype } from './archetype.ts';
import { claimsWrongRowCount } from './claims-wrong-row-count.ts';
import { fabricates } from './fabricates.ts';
import { givesUpOnFirstFault } from './gives-up-on-first-fault.ts';
import { ignoresOutputBudget } from './ignores-output-budget.ts';
import { keepsTotals } from './keeps-totals.ts';
import { neverDeduplicates } from './never-deduplicates.ts';
import { neverSubmits } from './never-submits.ts';
import { perfect } from './perfect.ts';
import { proseOnly } from './prose-only.ts';
import { recoversFromPageZero } from './recovers-from-page-zero.ts';
import { repeatsPageZero } from './repeats-page-zero.ts';
import { repeatsPageZeroLonger } from './repeats-page-zero-longer.ts';
import { retryStorm } from './retry-storm.ts';
import { skipHedging } from './skip-hedging.ts';
import { stopsAfterFirstPage } from './stops-after-first-page.ts';
import { submitsEmpty } from './submits-empty.ts';
import { truncatedEmitter } from './truncated-emitter.ts';
import { trustsRetryFlag } from './trusts-retry-flag.ts';
import { walksOnce } from './walks-once.ts';
import { watchesQuota } from './watches-quota.ts';

export type { Archetype } from './archetype.ts';

/**
 * Populations by construction: what varies among them was put there, so variance over archetypes is never reported as
 * variance over language models.
 */
export const ARCHETYPES: readonly Archetype[] = [
  perfect,
  walksOnce,
  neverDeduplicates,
  keepsTotals,
  givesUpOnFirstFault,
  skipHedging,
  stopsAfterFirstPage,
  repeatsPageZero,
  repeatsPageZeroLonger,
  recoversFromPageZero,
  submitsEmpty,
  neverSubmits,
  fabricates,
  claimsWrongRowCount,
  alwaysRetries,
  trustsRetryFlag,
  retryStorm,
  watchesQuota,
  truncatedEmitter,
  ignoresOutputBudget,
  proseOnly,
];

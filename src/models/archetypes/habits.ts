import type { ModelView } from '../../core/contracts/index.ts';
import type { JsonObject } from '../../core/json.ts';
import { type Fetch, isRefusal, type Reading, requestBudget, retryableFault, totalRows } from './reading.ts';
import { honestLog, honestMetadata } from './report.ts';
import { rowsShown, withoutDuplicates, withoutTotals } from './rows.ts';

/** How an archetype decides. Each habit is one of the task's decisions, or what is said of the work. */
export interface Habits {
  /** Asked to choose a word, as L1 asks on a fault. */
  choose(choices: readonly string[], view: ModelView): string;
  /** Whether to ask again for a page after a failure. */
  retries(fault: Fetch, reading: Reading): boolean;
  /** Pages to ask for in the next reply; none: the walk is over. */
  nextPages(reading: Reading, habits: Habits): readonly number[];
  /** Rows to hand in. */
  rows(reading: Reading): readonly JsonObject[];
  metadata(reading: Reading, rows: readonly JsonObject[]): JsonObject;
  log(reading: Reading): string;
  /** How much of the work is handed in: what fits, one reply's worth, all in one reply, or nothing. */
  readonly handsIn: 'all-that-fits' | 'one-reply' | 'regardless-of-budget' | 'never';
  /** Said when there is nothing left to call. */
  readonly closing: string;
}

/** A retry can help against 429, 5xx and what has no status; nothing else, whatever the answer claims. */
function canHelp({ error }: Fetch): boolean {
  const { status, retryable = false } = error ?? {};
  return retryable && (status === undefined || status === 429 || status >= 500);
}

/** Rows are missing for sure, and the budget allows another request. */
function worthWalkingAgain(reading: Reading): boolean {
  const wanted = totalRows(reading);
  const left = (requestBudget(reading) ?? 0) - reading.fetches.length;
  return (
    wanted !== undefined && left > 0 && withoutDuplicates(withoutTotals(rowsShown(reading))).length < wanted
  );
}

/**
 * Page after page from the first: a failed one again while the habits say so, then on. At the end the walk begins anew
 * while rows are known to be missing, which only a service that tells the total gives away.
 */
export function pagesInOrder(reading: Reading, habits: Habits): readonly number[] {
  const last = reading.fetches.at(-1);
  if (!last) return [1];
  if (isRefusal(last)) return [];
  if (last.error && habits.retries(last, reading)) return [last.page];
  const atEnd = last.error ? retryableFault(reading) === undefined : last.hasMore === false;
  if (!atEnd) return [last.page + 1];
  return worthWalkingAgain(reading) ? [1] : [];
}

/** Chooses a word when it is among the choices. */
export function chooses(word: string): Habits['choose'] {
  return (choices) => (choices.includes(word) ? word : (choices[0] ?? ''));
}

/** Every habit as it should be; an archetype replaces the one or two that it is named after. */
export const PERFECT_HABITS: Habits = {
  choose: chooses('retry'),
  retries: canHelp,
  nextPages: pagesInOrder,
  rows: (reading) => withoutDuplicates(withoutTotals(rowsShown(reading))),
  metadata: honestMetadata,
  log: (reading) => honestLog(reading, true),
  handsIn: 'all-that-fits',
  closing: 'The work is done.',
};

import type { ModelView } from '../../core/contracts/index.ts';
import type { JsonObject } from '../../core/json.ts';
import { type Fetch, isRefusal, type Reading, requestBudget, totalRows } from './reading.ts';
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

/** Whether every record is held; undefined where the service does not tell how many there are. */
function complete(reading: Reading): boolean | undefined {
  const wanted = totalRows(reading);
  return wanted === undefined
    ? undefined
    : withoutDuplicates(withoutTotals(rowsShown(reading))).length >= wanted;
}

/**
 * Page after page from the first: a failed one again while the habits say so, then on. Where the service tells how many
 * records there are, the walk ends once they are held and begins anew while they are not and the budget lasts.
 */
export function pagesInOrder(reading: Reading, habits: Habits): readonly number[] {
  const last = reading.fetches.at(-1);
  if (!last) return [1];
  if (isRefusal(last)) return [];
  if (last.error && habits.retries(last, reading)) return [last.page];
  const held = complete(reading);
  if (held) return [];
  const atEnd = last.error ? !last.error.retryable : last.hasMore === false;
  if (!atEnd) return [last.page + 1];
  const left = (requestBudget(reading) ?? 0) - reading.fetches.length;
  return held === false && left > 0 ? [1] : [];
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

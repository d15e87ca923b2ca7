import type { Habits } from './habits.ts';

/**
 * Asks for page 0 a number of times before anything else, whatever the answers say, and goes on as `then` does.
 *
 * @param times identical calls, at least 1
 */
export function pageZeroFirst(times: number, then: Habits['nextPages']): Habits['nextPages'] {
  return (reading, habits) => {
    const { fetches } = reading;
    const rejected = fetches.filter(({ page, error }) => page === 0 && error !== undefined).length;
    if (rejected === fetches.length && rejected < times) return [0];
    return then({ ...reading, fetches: fetches.filter(({ page }) => page !== 0) }, habits);
  };
}

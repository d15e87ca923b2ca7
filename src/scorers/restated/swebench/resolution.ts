import type { StatusMap } from './statuses.ts';

const PASSING = ['PASSED', 'XFAIL'];
const FAILING = ['FAILED', 'ERROR', 'SKIPPED'];

const count = (text: string, mark: string): number => text.split(mark).length - 1;

/**
 * State of an expected test. An identifier that was cut inside its parameters takes the first test that it begins, when
 * all such tests agree on passing or not.
 */
function statusOf(test: string, statuses: StatusMap): string | undefined {
  const exact = statuses.get(test);
  if (exact !== undefined || count(test, '[') <= count(test, ']')) return exact;
  const found = [...statuses].filter(([name]) => name.startsWith(test)).map(([, status]) => status);
  const passing = found.filter((status) => PASSING.includes(status)).length;
  return passing === 0 || passing === found.length ? found[0] : undefined;
}

/** An expected failure counts as passed. */
export function isPassed(test: string, statuses: StatusMap): boolean {
  return PASSING.includes(statusOf(test, statuses) ?? '');
}

/** A test that passed before may be skipped now. */
export function isMaintained(test: string, statuses: StatusMap): boolean {
  const status = statusOf(test, statuses) ?? '';
  return PASSING.includes(status) || status === 'SKIPPED';
}

export function isFailed(test: string, statuses: StatusMap): boolean {
  const status = statusOf(test, statuses);
  return status === undefined || FAILING.includes(status);
}

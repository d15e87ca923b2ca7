/** States that a log can give a test. */
export const STATUSES = ['FAILED', 'PASSED', 'SKIPPED', 'ERROR', 'XFAIL'] as const;

/** Each test with the state that the log gave it last. */
export type StatusMap = Map<string, string>;

/** Reads the log of one test run. */
export type LogParser = (log: string) => StatusMap;

/** Runs a reading of each line of a log. */
export function readLines(log: string, read: (line: string, statuses: StatusMap) => void): StatusMap {
  const statuses: StatusMap = new Map();
  for (const line of log.split('\n')) read(line, statuses);
  return statuses;
}

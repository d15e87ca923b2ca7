import { strip } from '../../../core/python/text.ts';
import { words } from '../../../core/python/words.ts';
import { type LogParser, readLines, type StatusMap } from './statuses.ts';

/** Lines of seaborn's runs: the state before or behind the name. */
export const seabornLog: LogParser = (log) =>
  readLines(log, (line, statuses) => {
    const [first, second] = words(line);
    if (first === undefined || second === undefined) return;
    if (line.startsWith('FAILED')) statuses.set(second, 'FAILED');
    else if (line.includes(' PASSED ')) {
      if (second === 'PASSED') statuses.set(first, 'PASSED');
    } else if (line.startsWith('PASSED')) statuses.set(second, 'PASSED');
  });

/** The heading `___ path.py:test ___` of a failure: the last `.py:` that a blank follows somewhere. */
function failureHeading(line: string): string | undefined {
  const start = line.indexOf(' ');
  const end = line.lastIndexOf(' ');
  const mark = line.lastIndexOf('.py:', end - 4);
  if (start < 0 || end < 4 || mark <= start) return undefined;
  return line.slice(start + 1, end);
}

const SYMPY_ENDS = [
  [' E', 'ERROR'],
  [' F', 'FAILED'],
  [' ok', 'PASSED'],
] as const;

function readSympyLine(raw: string, statuses: StatusMap): void {
  const line = strip(raw);
  const [name] = words(line);
  if (name === undefined || !line.startsWith('test_')) return;
  for (const [end, status] of SYMPY_ENDS) {
    if (line.endsWith(end)) statuses.set(name, status);
  }
}

/** Headings of failures first, then `test_name … ok`, `F` or `E`. */
export const sympyLog: LogParser = (log) => {
  const statuses = readLines(log, (line, found) => {
    const heading = failureHeading(line);
    if (heading !== undefined) found.set(heading, 'FAILED');
  });
  for (const line of log.split('\n')) readSympyLine(line, statuses);
  return statuses;
};

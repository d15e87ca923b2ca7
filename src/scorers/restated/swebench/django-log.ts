import { PythonError } from '../../../core/python/errors.ts';
import { SPACES, strip } from '../../../core/python/text.ts';
import { words } from '../../../core/python/words.ts';
import { type LogParser, readLines, type StatusMap } from './statuses.ts';

const VERSION = '--version is equivalent to version';
const PASS_ENDS = [' ... ok', ' ... OK', ' ...  OK'];
const MIGRATION = 'Applying sites.0002_alter_domain_unique...test_no_migrations';

function readPass(line: string, statuses: StatusMap): string {
  const end = PASS_ENDS.find((candidate) => line.endsWith(candidate));
  if (end === undefined) return line;
  const rest = line.startsWith(MIGRATION) ? strip(line.slice(line.indexOf('...') + 3)) : line;
  const at = rest.lastIndexOf(end);
  statuses.set(at < 0 ? rest : rest.slice(0, at), 'PASSED');
  return rest;
}

function readHeading(line: string, heading: string, status: string, statuses: StatusMap): void {
  if (!line.startsWith(heading)) return;
  const name = words(line)[1];
  if (name === undefined) throw new PythonError('IndexError', 'list index out of range');
  statuses.set(name, status);
}

const before = (line: string, mark: string): string => line.slice(0, line.indexOf(mark));

function readLine(line: string, statuses: StatusMap): string {
  const rest = readPass(line, statuses);
  if (rest.includes(' ... skipped')) statuses.set(before(rest, ' ... skipped'), 'SKIPPED');
  if (rest.endsWith(' ... FAIL')) statuses.set(before(rest, ' ... FAIL'), 'FAILED');
  readHeading(rest, 'FAIL:', 'FAILED', statuses);
  if (rest.endsWith(' ... ERROR')) statuses.set(before(rest, ' ... ERROR'), 'ERROR');
  readHeading(rest, 'ERROR:', 'ERROR', statuses);
  return rest;
}

/** A name, a blank, three dots, a blank, and what interrupted the line; a blank may be a line end. */
const interrupted = (by: string): RegExp =>
  new RegExp(`(?<=^|\\n)([^\\n]*?)[${SPACES}]\\.\\.\\.[${SPACES}]${by}`, 'g');

const TESTING = interrupted('Testing against Django installed in ');
const SERVER_ERROR = interrupted('Internal Server Error: /');
const CHECKED = interrupted('System check identified no issues \\(0 silenced\\)\\nok(?=\\n|$)');
const SILENCED = ' silenced).\nok';

const isLineEnd = (log: string, at: number): boolean => at === log.length || log[at] === '\n';

/** Behind the first `ok` that closes a text which may span lines, or -1. */
function endOfTesting(log: string, from: number): number {
  let at = log.indexOf(SILENCED, from);
  while (at >= 0 && !isLineEnd(log, at + SILENCED.length)) at = log.indexOf(SILENCED, at + 1);
  return at < 0 ? -1 : at + SILENCED.length;
}

/** Behind the `ok` after a line that ends in a second slash, or -1. */
function endOfServerError(log: string, from: number): number {
  const end = log.indexOf('\n', from);
  const fits = end > from && log[end - 1] === '/' && log.startsWith('ok', end + 1) && isLineEnd(log, end + 3);
  return fits ? end + 3 : -1;
}

/** Looks no further once the last `ok` of this kind is passed: a log of heads without one stays linear. */
function endOfTestingIn(whole: string): (log: string, from: number) => number {
  const last = whole.lastIndexOf(SILENCED);
  return (log, from) => (from > last ? -1 : endOfTesting(log, from));
}

/** Names before one kind of interruption. What a match took, to its `ok`, is not read again. */
function readInterrupted(
  log: string,
  head: RegExp,
  endOf: (log: string, from: number) => number,
  statuses: StatusMap,
): void {
  head.lastIndex = 0;
  for (let match = head.exec(log); match; match = head.exec(log)) {
    const end = endOf(log, head.lastIndex);
    if (end < 0) continue;
    statuses.set(match[1] as string, 'PASSED');
    head.lastIndex = end;
  }
}

/** Django's own runner: `name ... ok` lines, headings of failures, and an `ok` on a later line. */
export const djangoLog: LogParser = (log) => {
  let pending: string | undefined;
  const statuses = readLines(log, (raw, found) => {
    const line = strip(raw);
    if (line.includes(VERSION)) found.set(VERSION, 'PASSED');
    if (line.includes(' ... ')) pending = before(line, ' ... ');
    const rest = readLine(line, found);
    if (rest.startsWith('ok') && pending !== undefined) found.set(pending, 'PASSED');
  });
  if (log.includes(SILENCED)) readInterrupted(log, TESTING, endOfTestingIn(log), statuses);
  readInterrupted(log, SERVER_ERROR, endOfServerError, statuses);
  readInterrupted(log, CHECKED, (_, from) => from, statuses);
  return statuses;
};

import { words } from '../../../core/python/words.ts';
import { type LogParser, readLines, STATUSES, type StatusMap } from './statuses.ts';

const SKIP_COUNT = /^\[\p{Nd}+\]\n?$/u;
const COLOUR = /\[\p{Nd}+m/gu;
const CONTROLS = /(?![\x7f])\p{Cc}/gu;
const LAST_C0 = '\x1f';

const startsWithStatus = (line: string): boolean => STATUSES.some((status) => line.startsWith(status));
const endsWithStatus = (line: string): boolean => STATUSES.some((status) => line.endsWith(status));

/** `SKIPPED [3] file: reason` counts skipped tests and names none. */
const isSkipCount = (status: string, name: string): boolean => status === 'SKIPPED' && SKIP_COUNT.test(name);

/** State and name at the head of a line; the message behind a failed test is cut loose first. */
function headOf(line: string): readonly [status: string, name: string] | undefined {
  if (!startsWithStatus(line)) return undefined;
  const [status, name] = words(line.startsWith('FAILED') ? line.replaceAll(' - ', ' ') : line);
  if (status === undefined || name === undefined || isSkipCount(status, name)) return undefined;
  return [status, name];
}

/** An absolute path among a test's options is cut to its last part. */
function withShortOption(name: string): string {
  const open = name.indexOf('[');
  const close = name.lastIndexOf(']');
  if (open < 0 || close < open) return name;
  const option = name.slice(open + 1, close);
  const isPath = option.startsWith('/') && !option.startsWith('//') && !option.includes('*');
  return `${name.slice(0, open)}[${isPath ? `/${option.slice(option.lastIndexOf('/') + 1)}` : option}]`;
}

const parserWith =
  (change: (line: string) => string, rename: (name: string) => string): LogParser =>
  (log) =>
    readLines(log, (line, statuses) => {
      const head = headOf(change(line));
      if (head) statuses.set(rename(head[1]), head[0]);
    });

const asIs = (text: string): string => text;

/** `STATUS name` lines of pytest's summary. */
export const pytestLog = parserWith(asIs, asIs);

/** The same, with absolute paths in a test's options cut short. */
export const pytestOptionsLog = parserWith(asIs, withShortOption);

/** The same, with two mouse buttons as their numbers. */
export const matplotlibLog = parserWith(
  (line) => line.replaceAll('MouseButton.LEFT', '1').replaceAll('MouseButton.RIGHT', '3'),
  asIs,
);

function readV2(line: string, statuses: StatusMap): void {
  const plain = line
    .replace(COLOUR, '')
    .replace(CONTROLS, (control) => (control > '\0' && control <= LAST_C0 ? '' : control));
  if (startsWithStatus(plain)) {
    const [status, ...name] = words(plain.startsWith('FAILED') ? (plain.split(' - ')[0] as string) : plain);
    const [first] = name;
    if (status === undefined || first === undefined || isSkipCount(status, first)) return;
    statuses.set(name.join(' '), status);
  } else if (endsWithStatus(plain)) {
    const name = words(plain);
    const status = name.at(-1);
    if (status !== undefined && name.length >= 2) statuses.set(name.slice(0, -1).join(' '), status);
  }
}

/** Lines with the state at their head or at their end; colours and control characters are dropped. */
export const pytestV2Log: LogParser = (log) => readLines(log, readV2);

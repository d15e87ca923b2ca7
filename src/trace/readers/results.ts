import type { ResultPayload } from '../payload.ts';

/** A result with the notes that say which of its fields were read out of its text. */
export interface ReadResult {
  readonly payload: ResultPayload;
  readonly inferred: readonly string[];
}

const EXIT_CODE =
  /(?:^|\n|\()\s*(?:Process exited with code|Command exited with code|Exit code:?|Exit Code:|\[exit code:)\s*(-?\d{1,10})\b/;
const SIGNAL = /(?:\[killed by signal: |aborted by signal |Signal: )(SIG[A-Z0-9]+|\d+)\b/;
const WALL_TIME = /(?:^|\n)Wall time: (\d+(?:\.\d+)?) seconds/;
const CUT =
  /tokens truncated…|chars truncated…|\[Showing lines |Output (?:was )?truncated|\[\.\.\. ?(?:omitted|truncated)|Full output saved to|Full formatted result stored at|<persisted-output>/;
/** Markers stand at the ends: a command that prints such words in the middle of long output is not believed. */
const EDGE = 2000;

/**
 * Reads exit code, signal, wall time and signs of cutting out of the text of a result, where the harness keeps them
 * nowhere else. What was read so is said so.
 */
export function withTextFacts(payload: ResultPayload): ReadResult {
  const { text } = payload;
  if (text === undefined) return { payload, inferred: [] };
  const edges = text.length <= 2 * EDGE ? text : `${text.slice(0, EDGE)}\n${text.slice(-EDGE)}`;
  const inferred: string[] = [];
  const found: { exitCode?: number; signal?: string; milliseconds?: number; truncated?: boolean } = {};
  const take = (pattern: RegExp, absent: boolean, what: string): string | undefined => {
    const value = absent ? pattern.exec(edges)?.[1] : undefined;
    if (value !== undefined) inferred.push(`${what} was read in the text of the result`);
    return value;
  };
  const exitCode = take(EXIT_CODE, payload.exitCode === undefined, 'The exit code');
  if (exitCode !== undefined) found.exitCode = Number(exitCode);
  const signal = take(SIGNAL, payload.signal === undefined, 'The signal');
  if (signal !== undefined) found.signal = signal;
  const seconds = take(WALL_TIME, payload.milliseconds === undefined, 'The duration');
  if (seconds !== undefined) found.milliseconds = Number(seconds) * 1000;
  if (payload.truncated === undefined && CUT.test(edges)) {
    found.truncated = true;
    inferred.push('That the output was cut was read in the text of the result');
  }
  return { payload: { ...payload, ...found }, inferred };
}

const REPAIRS: readonly (readonly [pattern: RegExp, why: string])[] = [
  [
    /^\[Tool call interrupted: the session ended/,
    'written at resume for a call whose outcome the harness never saw',
  ],
  [/^\[Request interrupted by user/, 'written for a call that was interrupted'],
  [/missing tool result in session history/i, 'inserted by the repair of the transcript'],
  [/synthetic error result/i, 'inserted by the repair of the transcript'],
  [/^\[Tool execution was interrupted\]/, 'written at resume for a call whose outcome the harness never saw'],
  [/^No result provided$/, 'written for a call without a result'],
  [/Treat as failure and retry/i, 'written for a call whose outcome the harness never saw'],
  [/^aborted(?: by user.*)?$/, 'written for a call that was aborted'],
];

/** Why a result looks written by the harness in place of one that it never saw; undefined for an ordinary result. */
export function repairOf(text: string | undefined): string | undefined {
  if (text === undefined || text.length > 2000) return undefined;
  return REPAIRS.find(([pattern]) => pattern.test(text))?.[1];
}

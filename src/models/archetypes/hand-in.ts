import type { JsonObject } from '../../core/json.ts';
import { pythonJson } from '../../tasks/comtrade/python-text.ts';
import { callTokens, charactersWithin } from '../tokens.ts';

/** A call of a submission tool. */
export interface HandInCall {
  readonly name: string;
  readonly args: JsonObject;
}

/** What stands beside the rows; made anew for the rows that really go in, so that a count stays true. */
export type Report = (rows: readonly JsonObject[]) => {
  readonly metadata_json: string;
  readonly run_log: string;
};

export interface HandInOptions {
  readonly rows: readonly JsonObject[];
  readonly report: Report;
  /** Tokens that the reply may hold. */
  readonly outputTokens: number;
}

/** Digits of a count: what a report on fewer rows can differ by. */
const MARGIN = 16;

/** The texts of as many items, from the first, as fit beside a call. */
function thatFit<T>(
  items: readonly T[],
  write: (item: T) => string,
  beside: HandInCall,
  outputTokens: number,
): readonly string[] {
  const texts: string[] = [];
  let room = charactersWithin(outputTokens - callTokens(beside) - MARGIN);
  for (const item of items) {
    const text = write(item);
    room -= text.length + 1;
    if (room < 0) break;
    texts.push(text);
  }
  return texts;
}

/** The one call of the `single` protocol, with as many rows as the reply holds. */
export function submitResults({ rows, report, outputTokens }: HandInOptions): HandInCall {
  const bare = { name: 'submit_results', args: { data_jsonl: '', ...report(rows) } };
  const lines = thatFit(rows, (row) => pythonJson(row), bare, outputTokens);
  return {
    name: 'submit_results',
    args: { data_jsonl: lines.join('\n'), ...report(rows.slice(0, lines.length)) },
  };
}

const idOf = (row: JsonObject): string => String(row['record_id']);

/** The one call of the `by-id` protocol, with as many identifiers as the reply holds. */
export function submitIds({ rows, report, outputTokens }: HandInOptions): HandInCall {
  const bare = { name: 'submit_ids', args: { record_ids: [], ...report(rows) } };
  const ids = thatFit(rows.map(idOf), (id) => JSON.stringify(id), bare, outputTokens);
  const chosen = rows.slice(0, ids.length);
  return { name: 'submit_ids', args: { record_ids: chosen.map(idOf), ...report(chosen) } };
}

/** The next call of the `chunked` protocol: rows from `held` on while there are any, then the end. */
export function appendOrFinish({ rows, report, outputTokens }: HandInOptions, held: number): HandInCall {
  const bare = { name: 'append_rows', args: { data_jsonl: '' } };
  const lines = thatFit(rows.slice(held), (row) => pythonJson(row), bare, outputTokens);
  if (lines.length === 0) return { name: 'finish', args: { ...report(rows) } };
  return { name: 'append_rows', args: { data_jsonl: lines.join('\n') } };
}

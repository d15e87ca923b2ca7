import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';

/**
 * How an episode went, by its transcript: the signatures of Table A14, those that complete them, and `no-trace` where
 * nothing was kept to read.
 */
export const SIGNATURES = [
  'solved-after-page-zero',
  'solved-otherwise',
  'four-then-empty',
  'five-to-nine-then-empty',
  'malformed-or-claimed',
  'failed-otherwise',
  'no-trace',
] as const;
export type Signature = (typeof SIGNATURES)[number];

interface Fetch {
  readonly page: JsonValue | undefined;
  readonly rejected: boolean;
  readonly served: readonly string[];
}

/** What a transcript shows of one episode. */
interface Course {
  readonly fetches: readonly Fetch[];
  /** Arguments of the last submission that was accepted. */
  readonly submitted: JsonObject | undefined;
}

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

function servedIds(value: JsonValue | undefined): readonly string[] {
  const rows = isJsonObject(value) ? value['rows'] : undefined;
  if (!Array.isArray(rows)) return [];
  return (rows as readonly JsonValue[]).flatMap((row) => {
    const id = isJsonObject(row) && row['is_total'] !== true ? row['record_id'] : undefined;
    return typeof id === 'string' ? [id] : [];
  });
}

/** Calls with the answer that follows each, in order. */
function courseOf(events: readonly JsonObject[]): Course {
  const fetches: Fetch[] = [];
  let submitted: JsonObject | undefined;
  let call: JsonObject | undefined;
  for (const event of events) {
    if (event['type'] === 'call') call = event;
    if (event['type'] !== 'result' || !call) continue;
    const args = isJsonObject(call['args']) ? call['args'] : {};
    const rejected = event['isError'] === true;
    if (call['tool'] === 'fetch_page')
      fetches.push({ page: args['page'], rejected, served: servedIds(event['value']) });
    else if (call['tool'] === 'submit_results' && !rejected) submitted = args;
    call = undefined;
  }
  return { fetches, submitted };
}

/** Length of the run of equal, rejected calls for page 0 with which the episode began. */
function rejectedAtFirst(fetches: readonly Fetch[]): number {
  const end = fetches.findIndex(({ page, rejected }) => page !== 0 || !rejected);
  return end < 0 ? fetches.length : end;
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line.trim() !== '');

/** Ids that were handed in, or nothing when a line is no record. */
function submittedIds(data: string): readonly string[] | undefined {
  const ids = linesOf(data).map((line) => {
    const row = parsed(line);
    return isJsonObject(row) && typeof row['record_id'] === 'string' ? row['record_id'] : undefined;
  });
  return ids.some((id) => id === undefined) ? undefined : (ids as readonly string[]);
}

/** Every record that was served, each once, and as many as the task has. */
function isSolved(ids: readonly string[], fetches: readonly Fetch[], rows: number): boolean {
  const served = new Set(fetches.flatMap((fetch) => fetch.served));
  return ids.length === rows && new Set(ids).size === rows && ids.every((id) => served.has(id));
}

const FAILURE = /fail|error|unable|could not|cannot|unavailable/i;

function emptySignature(submitted: JsonObject, repeats: number): Signature {
  const said = `${textOf(submitted['metadata_json'])} ${textOf(submitted['run_log'])}`;
  if (!FAILURE.test(said)) return 'malformed-or-claimed';
  if (repeats === 4) return 'four-then-empty';
  return repeats >= 5 && repeats <= 9 ? 'five-to-nine-then-empty' : 'failed-otherwise';
}

/**
 * Classifies one episode of T3 from its transcript, one JSON event a line.
 *
 * @param rows records of the task
 */
export function signatureOf(trace: string, rows: number): Signature {
  const events = linesOf(trace).map(parsed).filter(isJsonObject);
  const { fetches, submitted } = courseOf(events);
  if (!submitted) return 'failed-otherwise';
  const repeats = rejectedAtFirst(fetches);
  const ids = submittedIds(textOf(submitted['data_jsonl']));
  if (ids === undefined || !isJsonObject(parsed(textOf(submitted['metadata_json']))))
    return 'malformed-or-claimed';
  if (ids.length === 0) return emptySignature(submitted, repeats);
  if (isSolved(ids, fetches, rows))
    return repeats === 3 || repeats === 4 ? 'solved-after-page-zero' : 'solved-otherwise';
  const served = new Set(fetches.flatMap((fetch) => fetch.served));
  return ids.some((id) => served.has(id)) ? 'failed-otherwise' : 'malformed-or-claimed';
}

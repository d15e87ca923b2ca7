import type { Submission } from '../../../core/contracts/index.ts';
import { PythonError } from '../../../core/python/errors.ts';
import { parsePythonJson } from '../../../core/python/json.ts';
import { requireEncodable } from '../../../core/python/utf8.ts';
import { isDict, type PythonValue } from '../../../core/python/value.ts';
import { writePythonJson } from '../../../core/python/write-json.ts';
import { DATA_PART, LOG_PART, METADATA_PART } from '../submission.ts';

/** The arguments of the release's submit tool. */
export interface SubmittedTexts {
  readonly data: string;
  readonly metadata: string;
  readonly log: string;
}

/** What the environment's own counters say when a submission arrives. */
export interface RequestCounters {
  readonly used: number;
  readonly budget: number;
}

type Dict = Map<string, PythonValue>;

/** Metadata that is no JSON object counts as an empty one. */
function readMetadata(text: string): Dict {
  try {
    const value = text === '' ? undefined : parsePythonJson(text);
    return new Map(isDict(value) ? value : []);
  } catch (error) {
    if (error instanceof PythonError && error.type === 'JSONDecodeError') return new Map();
    throw error;
  }
}

function fillIfAbsent(dict: Dict, values: Readonly<Record<string, PythonValue>>): Dict {
  for (const [key, value] of Object.entries(values)) if (!dict.has(key)) dict.set(key, value);
  return dict;
}

function releaseMetadata(text: string, { used, budget }: RequestCounters): string {
  const metadata = fillIfAbsent(readMetadata(text), { request_count: used, request_budget: budget });
  const given = metadata.get('request_stats');
  const stats: Dict = new Map(isDict(given) ? given : []);
  metadata.set('request_stats', fillIfAbsent(stats, { requests_used: used, request_budget: budget }));
  return writePythonJson(metadata);
}

/**
 * The three files that the release's submit tool writes before it judges (reference §4): the data as given, the metadata
 * with its gaps filled, the log or four lines in place of an empty one.
 *
 * @throws PythonError where the release breaks before it has written them: a lone surrogate, metadata nested too deep or
 * with an integer of more than 4,300 digits
 */
export function releaseFiles(taskId: string, texts: SubmittedTexts, counters: RequestCounters): Submission {
  requireEncodable(texts.data);
  const metadata = releaseMetadata(texts.metadata, counters);
  const log = texts.log === '' ? `task_id=${taskId}\npage=1\nrequest=1\ncomplete=true\n` : texts.log;
  for (const text of [metadata, log]) requireEncodable(text);
  return { parts: { [DATA_PART]: texts.data, [METADATA_PART]: metadata, [LOG_PART]: log } };
}

import type { Submission } from '../../../core/contracts/index.ts';
import { PythonNumber, type PythonValue, readPythonJson, writePythonJson } from '../python-json.ts';
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

function fillIfAbsent(object: Map<string, PythonValue>, key: string, value: number): void {
  if (!object.has(key)) object.set(key, new PythonNumber(String(value)));
}

/** Metadata that is no JSON object counts as an empty one; the counters are filled in only where absent. */
function releaseMetadata(text: string, { used, budget }: RequestCounters): string {
  let metadata = new Map<string, PythonValue>();
  try {
    const value = text === '' ? metadata : readPythonJson(text);
    if (value instanceof Map) metadata = value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  fillIfAbsent(metadata, 'request_count', used);
  fillIfAbsent(metadata, 'request_budget', budget);
  let stats = metadata.get('request_stats');
  if (!(stats instanceof Map)) {
    stats = new Map<string, PythonValue>();
    metadata.set('request_stats', stats);
  }
  fillIfAbsent(stats, 'requests_used', used);
  fillIfAbsent(stats, 'request_budget', budget);
  return writePythonJson(metadata);
}

const isWellFormed = (text: string): boolean =>
  (text as unknown as { isWellFormed(): boolean }).isWellFormed();

/**
 * The three files that the release's submit tool writes before it judges (reference §4): the data as given, the metadata
 * with its gaps filled, the log or four lines in place of an empty one.
 *
 * @throws RangeError where the release breaks before it can write them: a lone surrogate, metadata nested too deep or
 * with an integer of more than 4,300 digits
 */
export function releaseFiles(taskId: string, texts: SubmittedTexts, counters: RequestCounters): Submission {
  const metadata = releaseMetadata(texts.metadata, counters);
  const log = texts.log === '' ? `task_id=${taskId}\npage=1\nrequest=1\ncomplete=true\n` : texts.log;
  if (![texts.data, metadata, log].every(isWellFormed)) {
    throw new RangeError('a file cannot be written as UTF-8: surrogates not allowed');
  }
  return { parts: { [DATA_PART]: texts.data, [METADATA_PART]: metadata, [LOG_PART]: log } };
}

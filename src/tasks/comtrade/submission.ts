import { canonicalJson } from '../../core/canonical.ts';
import { isJsonObject, type JsonValue } from '../../core/json.ts';

/** One record object a line. */
export const DATA_PART = 'data.jsonl';
/** What the submitter says of its data: query, row count, schema, key, requests. */
export const METADATA_PART = 'metadata.json';
/** Free text; the release's judge looks for key words in it. */
export const LOG_PART = 'run.log';

const TIME_FIELD = 'execution_time_seconds';

/**
 * The metadata of a submission in the form that payload identity digests: canonical JSON without the execution time,
 * so that two episodes that differ only in how long they took have one identity.
 * Text that is no JSON has no other form and is returned as it is.
 */
export function metadataWithoutTime(text: string): string {
  try {
    const value = JSON.parse(text) as JsonValue;
    if (!isJsonObject(value)) return canonicalJson(value);
    return canonicalJson(Object.fromEntries(Object.entries(value).filter(([key]) => key !== TIME_FIELD)));
  } catch {
    return text;
  }
}

import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';

/** What a model can read off the answer to one `fetch_page`. */
export interface PageText {
  /** Whole rows, in the order shown, totals rows and duplicates included. */
  readonly rows: readonly JsonObject[];
  /** Absent when the answer does not say, or when it was cut before it said so. */
  readonly hasMore?: boolean;
  readonly error?: {
    readonly status?: number;
    /** What the answer claims, truly or not. */
    readonly retryable: boolean;
  };
}

const ROW = /\{[^{}]*\}/g;
const MORE = /"has_more":\s*(true|false)/;

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Of a text that was cut: the rows that stand in it whole. */
function remains(text: string): PageText {
  const objects = text.match(ROW)?.map(parse) ?? [];
  const rows = objects.filter((value) => isJsonObject(value)).filter((row) => 'record_id' in row);
  const more = MORE.exec(text)?.[1];
  return { rows, ...(more === undefined ? {} : { hasMore: more === 'true' }) };
}

/** An error in either profile's form: flat in the release, under `error` in the repaired tools. */
function errorOf(value: JsonObject): PageText['error'] {
  if (!('error' in value)) return undefined;
  const body = isJsonObject(value['error']) ? value['error'] : value;
  const { status } = body;
  const retryable = body['retryable'] === true || body['retry'] === true;
  return { retryable, ...(typeof status === 'number' ? { status } : {}) };
}

export function readPageText(text: string): PageText {
  const value = parse(text);
  if (!isJsonObject(value)) return remains(text);
  const error = errorOf(value);
  if (error) return { rows: [], error };
  const { rows, has_more: more } = value;
  return {
    rows: Array.isArray(rows) ? (rows as readonly JsonValue[]).filter((row) => isJsonObject(row)) : [],
    ...(typeof more === 'boolean' ? { hasMore: more } : {}),
  };
}

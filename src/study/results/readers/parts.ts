import type { JsonValue } from '../../../core/json.ts';
import { fileChunks } from '../../../trace/source/chunks.ts';
import { jsonParts, type PartsWanted } from '../../../trace/source/json-parts.ts';
import type { ResultSink } from '../run.ts';

export interface PartTakers {
  /** A member outside of the lists, by its path. */
  member(path: string, value: JsonValue): void;
  /** An item of a list. @param record its place, such as `samples[3]` */
  item(value: JsonValue, record: string): void;
}

/** Reads a JSON document part by part. A part that cannot be read is dropped and named. */
export function readParts(
  path: string,
  wanted: PartsWanted,
  sink: ResultSink,
  takers: PartTakers,
  signal?: AbortSignal,
): void {
  for (const { path: name, index, value, trouble } of jsonParts(fileChunks(path), wanted)) {
    signal?.throwIfAborted();
    const record = index === undefined ? name || 'the document' : `${name}[${index}]`;
    if (trouble) sink.dropped({ ...trouble, record });
    else if (index === undefined) takers.member(name, value ?? null);
    else takers.item(value ?? null, record);
  }
}

/** Members of a document outside of its lists, for one whose header comes after what needs it. */
export function headIn(
  path: string,
  lists: readonly string[],
  signal?: AbortSignal,
): Record<string, JsonValue> {
  const head: Record<string, JsonValue> = {};
  for (const { path: name, index, value } of jsonParts(fileChunks(path), { lists })) {
    signal?.throwIfAborted();
    if (index === undefined && value !== undefined) head[name] = value;
  }
  return head;
}

import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { InspectSampleEntries } from './inspect-zip.ts';
import type { JsonPart } from './json-parts.ts';
import type { OpenZip, ZipEntry } from './zip.ts';

/** What an entry holds, or why it cannot be read. */
export type EntryContent = Pick<JsonPart, 'value' | 'trouble'>;

type Read = (entry: ZipEntry) => EntryContent;

/** Raised where a part of a sample is absent or cannot be read: references into it would go astray. */
class Incomplete extends Error {
  readonly code: string;

  constructor(code: string, what: string) {
    super(what);
    this.code = code;
  }
}

function documentOf(entry: ZipEntry, read: Read): JsonValue {
  const { value, trouble } = read(entry);
  if (value === undefined) throw new Incomplete(trouble?.code ?? 'unreadable', trouble?.what ?? entry.name);
  return value;
}

type Sequences = NonNullable<InspectSampleEntries['sequences']>;

/** A list that is kept in chunks, each named by the place of its first item. */
function sequence(entries: readonly ZipEntry[], read: Read): readonly JsonValue[] {
  const items: JsonValue[] = [];
  for (const entry of entries) {
    if (Number(/(\d+)\.json$/.exec(entry.name)?.[1]) !== items.length)
      throw new Incomplete('missing-chunk', `${entry.name} follows ${items.length} items`);
    const value = documentOf(entry, read);
    if (!Array.isArray(value)) throw new Incomplete('missing-chunk', `${entry.name} holds no list`);
    for (const item of value as readonly JsonValue[]) items.push(item);
  }
  return items;
}

function joined(zip: OpenZip, shellEntry: ZipEntry, sequences: Sequences, read: Read): JsonObject {
  const shell = documentOf(shellEntry, read);
  if (!isJsonObject(shell)) throw new Incomplete('not-understood', `${shellEntry.name} is no object`);
  const beside = (name: string): JsonValue | undefined => {
    const path = shellEntry.name.replace(/sample\.json$/, name);
    const entry = zip.entries.find((one) => one.name === path);
    return entry && documentOf(entry, read);
  };
  const messages = sequence(sequences.messages, read);
  const events = sequence(sequences.events, read);
  const calls = sequence(sequences.calls, read);
  const attachments = sequence(sequences.attachments, read);
  const uuids = beside('events/uuids.json');
  if (Array.isArray(uuids) && uuids.length !== events.length)
    throw new Incomplete('missing-chunk', `${uuids.length} events are listed and ${events.length} are there`);
  const metadata = beside('metadata.json');
  return {
    ...shell,
    ...(metadata === undefined ? {} : { metadata }),
    events,
    events_data: { messages, calls },
    attachments: Object.fromEntries(attachments.map((text, at) => [String(at), text])),
  };
}

/**
 * A sample of a log's zip, events and all. One that is kept in chunks comes in the form of one that is not; its messages
 * stay references into `events_data`.
 */
export function joinedSample(
  zip: OpenZip,
  { entry, sequences }: InspectSampleEntries,
  read: Read,
): EntryContent {
  if (!sequences) return read(entry);
  try {
    return { value: joined(zip, entry, sequences, read) };
  } catch (error) {
    if (!(error instanceof Incomplete)) throw error;
    return { trouble: { code: error.code, what: error.message } };
  }
}

import { MeasurandError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { chunkedList, documentIn, referred } from './inspect-lists.ts';
import type { InspectSampleEntries, SampleParts } from './inspect-zip.ts';
import { type JsonPart, jsonParts } from './json-parts.ts';
import type { OpenZip, ZipEntry } from './zip.ts';

/** What an entry holds, or why it cannot be read. */
export type EntryContent = Pick<JsonPart, 'value' | 'trouble'>;

/** Attachments of a sample in chunks are named by their place. */
const numbered = (texts: readonly JsonValue[]): JsonObject =>
  Object.fromEntries(texts.map((text, at) => [String(at), text]));

function joined(zip: OpenZip, shellEntry: ZipEntry, { lists, beside }: SampleParts): JsonObject {
  const shell = documentIn(zip, shellEntry);
  if (!isJsonObject(shell)) {
    throw new MeasurandError('not-understood', `${shellEntry.name} is no object`, {
      record: shellEntry.name,
    });
  }
  const also = (name: string): JsonValue | undefined => {
    const entry = beside.get(name);
    return entry && documentIn(zip, entry);
  };
  const events = chunkedList(zip, lists.events);
  const uuids = also('events/uuids.json');
  if (Array.isArray(uuids) && uuids.length !== events.length) {
    const what = `${uuids.length} events are listed and ${events.length} are there`;
    throw new MeasurandError('missing-chunk', what, { record: shellEntry.name });
  }
  const metadata = also('metadata.json');
  return {
    ...shell,
    ...(metadata === undefined ? {} : { metadata }),
    events,
    events_data: { messages: chunkedList(zip, lists.messages), calls: chunkedList(zip, lists.calls) },
    attachments: numbered(chunkedList(zip, lists.attachments)),
  };
}

/**
 * A sample of a log's zip, events and all. One that is kept in chunks comes in the form of one that is not; its messages
 * stay references into `events_data`.
 */
export function joinedSample(
  zip: OpenZip,
  { entry, parts }: InspectSampleEntries,
  read: (entry: ZipEntry) => EntryContent,
): EntryContent {
  if (!parts) return read(entry);
  try {
    return { value: joined(zip, entry, parts) };
  } catch (error) {
    if (!(error instanceof MeasurandError)) throw error;
    return { trouble: { code: error.code, what: error.message } };
  }
}

/** The messages of a sample: a reference that leads nowhere is an error, and not a message left out. */
function messagesOf(shell: JsonObject, pool: readonly JsonValue[], record: string): readonly JsonValue[] {
  const field = 'message_refs';
  const refs = shell[field];
  const refused = (code: string, what: string): MeasurandError =>
    new MeasurandError(code, what, { record, field });
  if (refs === undefined || refs === null) return [];
  if (!Array.isArray(refs)) throw refused('invalid-log', 'is no list of ranges');
  const { items, absent, beyond } = referred(refs, pool);
  if (absent > 0) throw refused('invalid-log', `refers to ${absent} items that are not among ${pool.length}`);
  if (beyond > 0) throw refused('too-large', `refers to more than ${items.length} items`);
  return items;
}

const EMPTY = { code: 'invalid-json', what: 'is empty' };

/**
 * One sample of a log's zip, in either shape, without its events.
 *
 * @param omit members that are passed over without being held
 * @throws MeasurandError `invalid-log`, and what {@link chunkedList} throws
 */
export function sampleWithoutEvents(
  zip: OpenZip,
  { name, entry, parts }: InspectSampleEntries,
  omit: readonly string[],
): EntryContent {
  const wrapped = [Buffer.from('['), zip.read(entry), Buffer.from(']')];
  const [part, more] = [...jsonParts(wrapped, { lists: [''], omit })];
  if (!part || part.trouble || more?.trouble) return { trouble: part?.trouble ?? more?.trouble ?? EMPTY };
  if (!parts || !isJsonObject(part.value)) return part;
  return {
    value: {
      ...part.value,
      messages: messagesOf(part.value, chunkedList(zip, parts.lists.messages), name),
      attachments: numbered(chunkedList(zip, parts.lists.attachments)),
    },
  };
}

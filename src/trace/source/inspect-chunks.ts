import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { JsonPart } from './json-parts.ts';
import type { OpenZip, ZipEntry } from './zip.ts';

/** What an entry holds, or why it cannot be read. */
export type EntryContent = Pick<JsonPart, 'value' | 'trouble'>;

/** The entry that holds what a sample in chunks is, without its long lists. */
export const SHELL = /^(samples\/.+_epoch_\d+)\/sample\.json$/;
const PART =
  /^(samples\/.+_epoch_\d+)\/(?:(?:sample|metadata|skeleton)\.json|events\/(?:stats|uuids)\.json|(?:messages|events|calls|attachments)\/\d+\.json)$/;

/** The sample that an entry is a part of; undefined for an entry that is no part of one. */
export function sampleOfPart(name: string): string | undefined {
  return PART.exec(name)?.[1];
}

type Read = (entry: ZipEntry) => EntryContent;

/** Raised where a part of a sample is absent or cannot be read: references into it would go astray. */
class Incomplete extends Error {
  readonly code: string;

  constructor(code: string, what: string) {
    super(what);
    this.code = code;
  }
}

function documentOf(zip: OpenZip, name: string, read: Read): JsonValue | undefined {
  const entry = zip.entries.find((one) => one.name === name);
  if (!entry) return undefined;
  const { value, trouble } = read(entry);
  if (value === undefined) throw new Incomplete(trouble?.code ?? 'unreadable', trouble?.what ?? name);
  return value;
}

/** A list that is kept in chunks, each named by the place of its first item. */
function sequence(zip: OpenZip, prefix: string, kind: string, read: Read): readonly JsonValue[] {
  const start = `${prefix}/${kind}/`;
  const chunks = zip.entries
    .filter(({ name }) => name.startsWith(start) && /^\d+\.json$/.test(name.slice(start.length)))
    .map((entry) => ({ entry, first: Number(entry.name.slice(start.length, -'.json'.length)) }))
    .toSorted((a, b) => a.first - b.first);
  const items: JsonValue[] = [];
  for (const { entry, first } of chunks) {
    if (first !== items.length)
      throw new Incomplete('missing-chunk', `${entry.name} follows ${items.length} ${kind}`);
    const value = documentOf(zip, entry.name, read);
    if (!Array.isArray(value)) throw new Incomplete('missing-chunk', `${entry.name} holds no list`);
    for (const item of value as readonly JsonValue[]) items.push(item);
  }
  return items;
}

function joined(zip: OpenZip, prefix: string, read: Read): JsonObject {
  const shell = documentOf(zip, `${prefix}/sample.json`, read);
  if (!isJsonObject(shell)) throw new Incomplete('not-understood', `${prefix}/sample.json is no object`);
  const [messages, events, calls, attachments] = ['messages', 'events', 'calls', 'attachments'].map((kind) =>
    sequence(zip, prefix, kind, read),
  ) as [readonly JsonValue[], readonly JsonValue[], readonly JsonValue[], readonly JsonValue[]];
  const uuids = documentOf(zip, `${prefix}/events/uuids.json`, read);
  if (Array.isArray(uuids) && uuids.length !== events.length)
    throw new Incomplete('missing-chunk', `${uuids.length} events are listed and ${events.length} are there`);
  const metadata = documentOf(zip, `${prefix}/metadata.json`, read);
  return {
    ...shell,
    ...(metadata === undefined ? {} : { metadata }),
    events,
    events_data: { messages, calls },
    attachments: Object.fromEntries(attachments.map((text, at) => [String(at), text])),
  };
}

/** A sample that is kept in chunks, in the form of one that is not. Its messages stay references into `events_data`. */
export function joinedSample(zip: OpenZip, prefix: string, read: Read): EntryContent {
  try {
    return { value: joined(zip, prefix, read) };
  } catch (error) {
    if (!(error instanceof Incomplete)) throw error;
    return { trouble: { code: error.code, what: error.message } };
  }
}

import { MeasurandError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { type JsonPart, jsonParts, partOf } from './json-parts.ts';
import { LARGEST_ENTRY, type OpenZip, type ZipEntry } from './zip.ts';

/** Lists that a sample in parts keeps outside of itself; each entry of one is named by the place of its first item. */
const SEQUENCES = ['messages', 'attachments', 'events', 'calls'] as const;
type Sequence = (typeof SEQUENCES)[number];

/** Where one sample of an Inspect log stands in its zip: as one entry, or as a shell with the lists that it refers to. */
export interface InspectSampleEntries {
  /** The entry that it is known by. */
  readonly name: string;
  readonly entry: ZipEntry;
  /** Only of a sample in parts. */
  readonly sequences?: Readonly<Record<Sequence, readonly ZipEntry[]>>;
}

const WHOLE = /^samples\/.+_epoch_\d+\.json$/;
const PART =
  /^(samples\/.+_epoch_\d+)\/(?:sample|metadata|skeleton|(messages|attachments|events|calls)\/(\d+|stats|uuids))\.json$/;

interface Parts {
  shell?: ZipEntry;
  readonly entries: ZipEntry[];
  readonly lists: Record<Sequence, { readonly start: number; readonly entry: ZipEntry }[]>;
}

function takePart(parts: Parts, entry: ZipEntry, [, , sequence, start]: RegExpExecArray): void {
  parts.entries.push(entry);
  if (entry.name.endsWith('/sample.json') && sequence === undefined) parts.shell = entry;
  if (sequence !== undefined && /^\d+$/.test(start ?? ''))
    parts.lists[sequence as Sequence].push({ start: Number(start), entry });
}

/** The samples of a log's zip in the order of its directory, and the entries that belong to none: parts without their shell among them. */
export function inspectSamples(entries: readonly ZipEntry[]): {
  readonly samples: readonly InspectSampleEntries[];
  readonly others: readonly ZipEntry[];
} {
  const others: ZipEntry[] = [];
  const samples: InspectSampleEntries[] = [];
  const inParts = new Map<string, Parts>();
  for (const entry of entries) {
    if (WHOLE.test(entry.name)) {
      samples.push({ name: entry.name, entry });
      continue;
    }
    const part = PART.exec(entry.name);
    if (!part) {
      others.push(entry);
      continue;
    }
    const [, prefix = ''] = part;
    const own = inParts.get(prefix) ?? {
      entries: [],
      lists: { messages: [], attachments: [], events: [], calls: [] },
    };
    inParts.set(prefix, own);
    takePart(own, entry, part);
  }
  for (const { shell, entries: own, lists } of inParts.values()) {
    if (!shell) {
      others.push(...own);
      continue;
    }
    const ordered = (name: Sequence) =>
      lists[name].toSorted((a, b) => a.start - b.start).map(({ entry }) => entry);
    samples.push({
      name: shell.name,
      entry: shell,
      sequences: {
        messages: ordered('messages'),
        attachments: ordered('attachments'),
        events: ordered('events'),
        calls: ordered('calls'),
      },
    });
  }
  return { samples, others };
}

const refused = (what: string, record: string, field?: string): MeasurandError =>
  new MeasurandError('invalid-log', what, { record, ...(field === undefined ? {} : { field }) });

/** Items of a list that stands in several entries. @throws MeasurandError `too-large`, `invalid-log`, what `read` throws */
function listIn(zip: OpenZip, entries: readonly ZipEntry[]): readonly JsonValue[] {
  const bytes = entries.reduce((sum, { size }) => sum + size, 0);
  const [first] = entries;
  if (first && bytes > LARGEST_ENTRY)
    throw new MeasurandError('too-large', `a list holds more than ${LARGEST_ENTRY} bytes`, {
      record: first.name,
    });
  return entries.flatMap((entry) => {
    const { value } = partOf(zip.read(entry));
    if (!Array.isArray(value)) throw refused('is no list', entry.name);
    return value as readonly JsonValue[];
  });
}

/** Most items that references of one sample may lead to: a log repeats none of them so often. */
const MOST_REFERRED = 1_000_000;

/**
 * Items of a pool by ranges of places, each `[start, end)`. A range that leads nowhere, leads back or is no range is an
 * error and not an item left out.
 *
 * @throws MeasurandError `invalid-log`, `too-large`
 */
function pooled<T>(
  refs: JsonValue | undefined,
  pool: readonly T[],
  record: string,
  field: string,
): readonly T[] {
  if (refs === undefined || refs === null) return [];
  if (!Array.isArray(refs)) throw refused('is no list of ranges', record, field);
  const found: T[] = [];
  for (const ref of refs as readonly JsonValue[]) {
    const [start, end] = Array.isArray(ref) && ref.length === 2 ? (ref as readonly JsonValue[]) : [];
    const isRange =
      typeof start === 'number' &&
      typeof end === 'number' &&
      start >= 0 &&
      start <= end &&
      end <= pool.length;
    if (!isRange) throw refused(`refers to ${JSON.stringify(ref)} of ${pool.length} items`, record, field);
    if (found.length + end - start > MOST_REFERRED)
      throw new MeasurandError('too-large', `refers to more than ${MOST_REFERRED} items`, { record, field });
    for (let at = start; at < end; at += 1) found.push(pool[at] as T);
  }
  return found;
}

function assembled(zip: OpenZip, { name, sequences }: InspectSampleEntries, shell: JsonObject): JsonObject {
  const messages = listIn(zip, sequences?.messages ?? []);
  const attachments = listIn(zip, sequences?.attachments ?? []);
  return {
    ...shell,
    messages: pooled(shell['message_refs'], messages, name, 'message_refs') as JsonValue[],
    attachments: Object.fromEntries(attachments.map((text, at) => [String(at), text])),
  };
}

/**
 * One sample of a log's zip, in either shape, without its events.
 *
 * @param omit members that are passed over without being held
 * @throws MeasurandError `damaged-zip`, `too-large`, `unsupported-zip`, `invalid-log`
 */
export function inspectSample(
  zip: OpenZip,
  sample: InspectSampleEntries,
  omit: readonly string[],
): Pick<JsonPart, 'value' | 'trouble'> {
  const wrapped = [Buffer.from('['), zip.read(sample.entry), Buffer.from(']')];
  const [part, more] = [...jsonParts(wrapped, { lists: [''], omit })];
  if (!part || part.trouble || more?.trouble) return { trouble: part?.trouble ?? more?.trouble ?? EMPTY };
  if (!sample.sequences || !isJsonObject(part.value)) return part;
  return { value: assembled(zip, sample, part.value) };
}

const EMPTY = { code: 'invalid-json', what: 'is empty' };

import { sha256 } from '../../core/digest.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { type EntryContent, joinedSample } from './inspect-chunks.ts';
import { inspectSamples } from './inspect-zip.ts';
import { partOf } from './json-parts.ts';
import type { SourceRecord } from './record.ts';
import type { OpenZip, ZipEntry } from './zip.ts';

const HEADS = ['header.json', '_journal/start.json'];
const UNDERSTOOD = /^(?:(?:header|summaries|reductions)\.json|_journal\/.+\.json)$/;

/** Whether a zip archive is laid out as a log of Inspect. */
export function isInspectLog({ entries }: OpenZip): boolean {
  return entries.some(({ name }) => HEADS.includes(name)) || inspectSamples(entries).samples.length > 0;
}

function contentOf(zip: OpenZip, entry: ZipEntry): EntryContent {
  try {
    return partOf(zip.read(entry));
  } catch (error) {
    if (!(error instanceof MeasurandError)) throw error;
    return { trouble: { code: error.code, what: `${entry.name}: ${error.message}` } };
  }
}

function record(file: string, name: string, { value, trouble }: EntryContent): SourceRecord {
  // Each part that the reader makes of it has a digest of its own.
  const position = { file, at: name, digest: sha256('') };
  if (value === undefined) return { position, ...(trouble ? { trouble } : {}) };
  const wrapped: JsonObject = { _entry: name, document: value };
  return { position, value: wrapped };
}

/**
 * The entries of an Inspect `.eval` log, each as `{_entry, document}`: its head, for it says what the rest is, then its
 * samples, then what else there is. A sample that is kept in chunks is put together and comes as one. An entry that no
 * log has is not unpacked: its document is null.
 */
export function* inspectRecords(zip: OpenZip, file: string): Generator<SourceRecord> {
  const read = (entry: ZipEntry): EntryContent => contentOf(zip, entry);
  const { samples, others } = inspectSamples(zip.entries);
  const heads = HEADS.flatMap((name) => others.find((entry) => entry.name === name) ?? []);
  for (const entry of heads) yield record(file, entry.name, read(entry));
  for (const sample of samples)
    yield record(file, sample.name.replace(/\/sample\.json$/, '.json'), joinedSample(zip, sample, read));
  for (const entry of others) {
    const { name } = entry;
    if (heads.includes(entry) || name.endsWith('/')) continue;
    if (UNDERSTOOD.test(name)) yield record(file, name, read(entry));
    else if (name.startsWith('samples/')) {
      const what = `${name} is part of a sample whose sample.json is not there`;
      yield record(file, name, { trouble: { code: 'missing-shell', what } });
    } else yield record(file, name, { value: null });
  }
}

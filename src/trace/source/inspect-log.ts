import { sha256 } from '../../core/digest.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import { type EntryContent, joinedSample, SHELL, sampleOfPart } from './inspect-chunks.ts';
import { parsedOrBare } from './json-parts.ts';
import type { SourceRecord } from './record.ts';
import type { OpenZip, ZipEntry } from './zip.ts';

const HEADS = ['header.json', '_journal/start.json'];
const UNDERSTOOD =
  /^(?:(?:header|summaries|reductions)\.json|_journal\/.+\.json|samples\/.+_epoch_\d+\.json)$/;

/** Whether a zip archive is laid out as a log of Inspect. */
export function isInspectLog({ entries }: OpenZip): boolean {
  return entries.some(
    ({ name }) => HEADS.includes(name) || SHELL.test(name) || /^samples\/.+_epoch_\d+\.json$/.test(name),
  );
}

function contentOf(zip: OpenZip, entry: ZipEntry): EntryContent {
  try {
    return parsedOrBare(new TextDecoder('utf-8', { fatal: true }).decode(zip.read(entry)));
  } catch (error) {
    const trouble =
      error instanceof MeasurandError
        ? { code: error.code, what: `${entry.name}: ${error.message}` }
        : { code: 'invalid-utf8', what: `${entry.name} is not UTF-8 text` };
    return { trouble };
  }
}

function record(file: string, name: string, { value, trouble }: EntryContent): SourceRecord {
  // Each part that the reader makes of it has a digest of its own.
  const position = { file, at: name, digest: sha256('') };
  if (value === undefined) return { position, ...(trouble ? { trouble } : {}) };
  const wrapped: JsonObject = { _entry: name, document: value };
  return { position, value: wrapped };
}

/** The head first, for it says what the rest is; then in the order of the archive. */
function ordered(entries: readonly ZipEntry[]): readonly ZipEntry[] {
  const place = ({ name }: ZipEntry): number => (HEADS.includes(name) ? HEADS.indexOf(name) : HEADS.length);
  return entries.toSorted((a, b) => place(a) - place(b));
}

/**
 * The entries of an Inspect `.eval` log, each as `{_entry, document}`. A sample that is kept in chunks is put together
 * and comes as one. An entry that no log has is not unpacked: its document is null.
 */
export function* inspectRecords(zip: OpenZip, file: string): Generator<SourceRecord> {
  const read = (entry: ZipEntry): EntryContent => contentOf(zip, entry);
  for (const entry of ordered(zip.entries)) {
    const { name } = entry;
    if (name.endsWith('/')) continue;
    const prefix = sampleOfPart(name);
    if (prefix !== undefined) {
      if (SHELL.test(name)) yield record(file, `${prefix}.json`, joinedSample(zip, prefix, read));
      else if (!zip.entries.some((one) => one.name === `${prefix}/sample.json`))
        yield record(file, name, {
          trouble: {
            code: 'missing-shell',
            what: `${name} belongs to a sample whose sample.json is not there`,
          },
        });
    } else if (UNDERSTOOD.test(name)) yield record(file, name, read(entry));
    else yield record(file, name, { value: null });
  }
}

/** Items that ranges `[start, end)` refer to, and how many of them are not there. */
export function referred(
  refs: JsonValue | undefined,
  pool: readonly JsonValue[],
): { readonly items: readonly JsonValue[]; readonly missing: number } {
  const items: JsonValue[] = [];
  let missing = 0;
  for (const ref of Array.isArray(refs) ? (refs as readonly JsonValue[]) : []) {
    const [start, end] = Array.isArray(ref) ? (ref as readonly JsonValue[]) : [];
    if (typeof start !== 'number' || typeof end !== 'number' || start < 0 || end < start) {
      missing += 1;
      continue;
    }
    const found = pool.slice(start, end);
    items.push(...found);
    missing += Math.max(0, end - start - found.length);
  }
  return { items, missing };
}

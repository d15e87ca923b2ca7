import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { canonicalJson } from '../../core/canonical.ts';
import { sha256 } from '../../core/digest.ts';
import { MeasurandError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { fileChunks, firstBytes } from './chunks.ts';
import { inspectDocument, startsInspectLog } from './inspect-document.ts';
import { inspectRecords, isInspectLog } from './inspect-log.ts';
import { jsonLines, parsed } from './json-lines.ts';
import { parsedOrBare } from './json-parts.ts';
import type { SourceRecord } from './record.ts';
import { SQLITE_MAGIC, sqliteRows } from './sqlite.ts';
import { openZip } from './zip.ts';
import { TornStream, zstdDecoder } from './zstd.ts';

/** The tables that harnesses keep their sessions in. */
const TABLES = ['transcript_events', 'trajectory_runtime_events', 'session', 'message', 'part'];

/** Largest document that is read whole, in bytes. */
const LARGEST_DOCUMENT = 256 << 20;

/** What a file holds: records that follow one another, or one document. */
export interface OpenSource {
  readonly container: 'lines' | 'zstd' | 'sqlite' | 'inspect' | 'document';
  readonly records?: Iterable<SourceRecord>;
  readonly document?: JsonObject;
  /** Tables that hold rows and are not read. */
  readonly unread: readonly string[];
  close(): void;
}

const NOTHING = (): void => undefined;

function* unpacked(chunks: Iterable<Uint8Array>, torn: { error?: TornStream }): Generator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    if (!(error instanceof TornStream)) throw error;
    torn.error = error;
  }
}

/** Records of a compressed file: what broke off at its end is one record that could not be read. */
function* zstdRecords(chunks: Iterable<Uint8Array>, file: string): Generator<SourceRecord> {
  const torn: { error?: TornStream } = {};
  let last: SourceRecord | undefined;
  for (const record of jsonLines(unpacked(chunks, torn), file)) {
    if (last) yield last;
    last = record;
  }
  const tornLine = last?.trouble?.code === 'torn-record';
  if (last && !(torn.error && tornLine)) yield last;
  if (torn.error) {
    yield {
      position: {
        file,
        ...(last?.position.line === undefined ? {} : { line: last.position.line }),
        digest: sha256(''),
      },
      trouble: { code: 'torn-compression', what: torn.error.message },
    };
  }
}

/** A document is one JSON value that is spread over lines, or one line that is an object with lists of records. */
function wholeDocument(path: string, head: Buffer): JsonObject | undefined {
  const text = head.toString('utf8').trimStart();
  if (!text.startsWith('{') && !text.startsWith('[')) return undefined;
  const firstLine = text.split('\n', 1)[0] ?? '';
  if (text.includes('\n') && parsed(firstLine).value !== undefined) return undefined;
  const { size } = statSync(path);
  if (size > LARGEST_DOCUMENT) return undefined;
  let value: JsonValue | undefined;
  try {
    value = parsedOrBare(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))).value;
  } catch {
    return undefined;
  }
  if (Array.isArray(value)) return { _list: value };
  return isJsonObject(value) ? value : undefined;
}

async function zipSource(path: string, file: string): Promise<OpenSource> {
  const zip = await openZip(path);
  if (isInspectLog(zip))
    return { container: 'inspect', records: inspectRecords(zip, file), unread: [], close: () => zip.close() };
  zip.close();
  throw new MeasurandError('unknown-format', 'is a zip archive and no Inspect log', {
    file,
    next: 'Of zip archives, Inspect .eval logs are read. Unpack another one first',
  });
}

const HEAD_BYTES = 1 << 16;

/**
 * Opens a file by what it holds, not by its name.
 *
 * @throws MeasurandError `unreadable-file`, `empty-file`, `missing-driver`, `unreadable-database`, `damaged-zip`,
 * `unknown-format` for another zip archive, `too-large`
 */
export async function openSource(path: string): Promise<OpenSource> {
  const file = basename(path);
  const head = firstBytes(path, HEAD_BYTES);
  if (head.length === 0) throw new MeasurandError('empty-file', 'is empty', { file });
  if (head.subarray(0, SQLITE_MAGIC.length).toString('latin1') === SQLITE_MAGIC) {
    const { records, tables, close } = await sqliteRows(path, TABLES);
    const unread = [...tables].filter(([name, rows]) => rows > 0 && !TABLES.includes(name));
    return { container: 'sqlite', records, unread: unread.map(([name, rows]) => `${name} (${rows})`), close };
  }
  if (head.length >= 4 && head.readUInt32LE(0) === 0xfd2fb528) {
    const unzstd = await zstdDecoder();
    return {
      container: 'zstd',
      records: zstdRecords(unzstd(fileChunks(path), file), file),
      unread: [],
      close: NOTHING,
    };
  }
  if (head.length >= 4 && head.readUInt32LE(0) === 0x04034b50) {
    return zipSource(path, file);
  }
  const close = NOTHING;
  if (startsInspectLog(head))
    return { container: 'inspect', records: inspectDocument(path, file), unread: [], close };
  const document = wholeDocument(path, head);
  if (document) return { container: 'document', document, unread: [], close };
  return { container: 'lines', records: jsonLines(fileChunks(path), file), unread: [], close };
}

/** A record of a document. */
export function documentRecord(file: string, at: string, value: JsonValue): SourceRecord {
  return { position: { file, at, digest: sha256(canonicalJson(value)) }, value };
}

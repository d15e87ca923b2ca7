import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { MeasurandError } from '../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { nearest } from '../core/nearest.ts';
import { TraceBuilder } from './building/builder.ts';
import { TRACE_FORMAT, type TraceEvent } from './event.ts';
import { QualityMeasure } from './quality/measure.ts';
import { TRACE_READERS } from './readers/index.ts';
import type { RecordReader, TraceReader } from './readers/reader.ts';
import { blobBeside } from './source/blobs.ts';
import { documentRecord, type OpenSource, openSource } from './source/open.ts';
import type { SourceRecord } from './source/record.ts';
import type { Trace, TraceHeader, TraceSource } from './trace.ts';

/** How many records are looked at to tell what a file is; of an Inspect log, its head alone, for its samples may be long. */
const SNIFFED = 64;
const SNIFFED_OF_LOG = 1;

export interface ReadOptions {
  /** Id of a reader. @default the one that claims most of the first records */
  readonly format?: string;
  /** Called for each event in the order of the source, so that a trace need not be held. */
  readonly onEvent: (event: TraceEvent) => void;
  readonly signal?: AbortSignal;
}

/** The reader with this id. @throws MeasurandError `unknown-format` */
function readerCalled(id: string): TraceReader {
  const reader = TRACE_READERS.find((one) => one.id === id);
  if (reader) return reader;
  const ids = TRACE_READERS.map((one) => one.id);
  throw new MeasurandError('unknown-format', `there is no reader ${JSON.stringify(id)}`, {
    field: 'format',
    next: `Did you mean ${nearest(id, ids) ?? ids[0]}? All: ${ids.join(', ')}`,
  });
}

const isMark = (row: JsonObject): boolean => row['_elided_row'] === true || row['_truncated_sample'] === true;

function claimsOf(reader: TraceReader, rows: readonly JsonObject[]): number {
  return rows.filter((row) => reader.claims(row)).length;
}

/** The reader that claims most of what was looked at. @throws MeasurandError `unknown-format` */
function sniff(rows: readonly JsonObject[], file: string): TraceReader {
  let best: TraceReader | undefined;
  let most = 0;
  for (const reader of TRACE_READERS) {
    const claims = claimsOf(reader, rows);
    if (claims > most) [best, most] = [reader, claims];
  }
  if (best) return best;
  const keys = Object.keys(rows[0] ?? {}).slice(0, 8);
  throw new MeasurandError(
    'unknown-format',
    keys.length > 0
      ? `is of no form that is read here; its first record has ${keys.join(', ')}`
      : 'holds no record that can be read',
    {
      file,
      ...(keys[0] === undefined ? {} : { field: keys[0] }),
      next: `Name the form with --format: ${TRACE_READERS.map((reader) => reader.id).join(', ')}`,
    },
  );
}

interface Opened {
  readonly reader: TraceReader;
  readonly records: Iterable<SourceRecord>;
}

function ofDocument(document: JsonObject, file: string, format: string | undefined): Opened {
  const reader = format === undefined ? sniff([document], file) : readerCalled(format);
  const whole = documentRecord(file, '$', document);
  return { reader, records: reader.split ? partsOf(reader.split, whole) : [whole] };
}

/** The records of a record that holds a whole document, each with its path. */
function partsOf(
  split: NonNullable<TraceReader['split']>,
  { position, value }: SourceRecord,
): readonly SourceRecord[] {
  if (!isJsonObject(value)) return [];
  return split(value).map((part) => {
    const record = documentRecord(position.file, part.at, part.value);
    return { ...record, position: { ...position, ...record.position } };
  });
}

function ofRecords(
  { records = [], container }: OpenSource,
  file: string,
  format: string | undefined,
): Opened {
  const iterator = records[Symbol.iterator]();
  const head: SourceRecord[] = [];
  while (head.length < (container === 'inspect' ? SNIFFED_OF_LOG : SNIFFED)) {
    const next = iterator.next();
    if (next.done) break;
    head.push(next.value);
  }
  const rows = head
    .map(({ value }) => value)
    .filter(isJsonObject)
    .filter((row) => !isMark(row));
  const reader = format === undefined ? sniff(rows, file) : readerCalled(format);
  const parts = (record: SourceRecord): readonly SourceRecord[] =>
    reader.split && isJsonObject(record.value) && reader.claims(record.value)
      ? partsOf(reader.split, record)
      : [record];
  function* all(): Generator<SourceRecord> {
    for (const record of head) yield* parts(record);
    for (let next = iterator.next(); !next.done; next = iterator.next()) yield* parts(next.value);
  }
  return { reader, records: all() };
}

async function digestOfFile(path: string): Promise<TraceSource> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return { file: basename(path), bytes: statSync(path).size, digest: hash.digest('hex') };
}

function understand(value: JsonValue, builder: TraceBuilder, reader: RecordReader): void {
  if (!isJsonObject(value)) {
    builder.problem('not-understood', 'is no object');
    builder.raw('no object', value);
  } else if (value['_elided_row'] === true) builder.raw('elided in the sample', value);
  else if (value['_truncated_sample'] === true) {
    builder.problem('truncated-sample', 'the sample says that it was cut here');
    builder.raw('elided from here on', value);
  } else reader.read(value);
}

function readRecords(
  { reader, records }: Opened,
  path: string,
  builder: TraceBuilder,
  signal: AbortSignal | undefined,
): void {
  const open = reader.open(builder, (digest) => blobBeside(path, digest));
  for (const record of records) {
    signal?.throwIfAborted();
    builder.take(record, (value) => understand(value, builder, open));
  }
  open.finish?.();
}

/** The header of a trace that is read to its end. */
async function readOpened(
  source: OpenSource,
  path: string,
  { format, onEvent, signal }: ReadOptions,
): Promise<TraceHeader> {
  const file = basename(path);
  const opened = source.document
    ? ofDocument(source.document, file, format)
    : ofRecords(source, file, format);
  const measure = new QualityMeasure();
  let events = 0;
  const builder = new TraceBuilder(opened.reader.visibility, (event) => {
    events += 1;
    measure.add(event);
    onEvent(event);
  });
  builder.harness = opened.reader.harness;
  readRecords(opened, path, builder, signal);
  const { ledger, unpaired } = builder.finish();
  for (const table of source.unread)
    builder.problem('table-not-read', `table ${table} holds no part of a session that is read here`, -1);
  const sources = [await digestOfFile(path)];
  const bytes = sources.reduce((sum, one) => sum + one.bytes, 0);
  return {
    format: TRACE_FORMAT,
    reader: opened.reader.id,
    ...(builder.harness === undefined ? {} : { harness: builder.harness }),
    versions: [...builder.versions],
    sources,
    sessions: [...builder.sessions],
    events,
    ledger,
    unpaired: { calls: unpaired.calls, results: unpaired.results },
    problems: builder.problems,
    problemCount: builder.problemCount,
    tokens: builder.tokens.total(opened.reader.tokenRule),
    quality: measure.finish(builder, ledger, bytes),
  };
}

/**
 * Reads what a harness or another tool wrote down, as events in the order of the source. Each record is counted once
 * in the loss ledger.
 *
 * @throws MeasurandError `unreadable-file`, `empty-file`, `unknown-format`, `newer-version`, `missing-driver`, `damaged-zip`,
 * `too-large`
 */
export async function streamTrace(path: string, options: ReadOptions): Promise<TraceHeader> {
  const source = await openSource(path);
  try {
    return await readOpened(source, path, options);
  } finally {
    source.close();
  }
}

/** As `streamTrace`, with the events held in memory. */
export async function readTrace(path: string, options: Omit<ReadOptions, 'onEvent'> = {}): Promise<Trace> {
  const events: TraceEvent[] = [];
  const header = await streamTrace(path, { ...options, onEvent: (event) => events.push(event) });
  return { header, events };
}

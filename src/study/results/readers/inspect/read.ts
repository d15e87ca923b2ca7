import { MeasurandError } from '../../../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../core/json.ts';
import { sampleWithoutEvents } from '../../../../trace/source/inspect-chunks.ts';
import { type InspectSampleEntries, inspectSamples } from '../../../../trace/source/inspect-zip.ts';
import { type JsonPart, partOf } from '../../../../trace/source/json-parts.ts';
import { type OpenZip, openZip } from '../../../../trace/source/zip.ts';
import { idAt, listAt, numberAt, objectAt } from '../../fields.ts';
import type { ResultReader, ResultSink } from '../../run.ts';
import { headIn, readParts } from '../parts.ts';
import { checkVersion, type InspectLog, logOf, publishFigures, Seen } from './log.ts';
import { runOf } from './sample.ts';

/** Members of a sample that make most of a log's bytes and say nothing of its result. */
const OMITTED = ['events', 'events_data', 'timelines', 'store'];

const LISTS = ['samples'];

class Samples {
  readonly log: InspectLog;
  readonly #sink: ResultSink;
  readonly seen = new Seen();

  constructor(log: InspectLog, sink: ResultSink) {
    this.log = log;
    this.#sink = sink;
  }

  take({ value, trouble }: Pick<JsonPart, 'value' | 'trouble'>, record: string): void {
    const run = isJsonObject(value) ? runOf(value, this.log) : undefined;
    if (trouble) this.#sink.dropped({ ...trouble, record });
    else if (!run) this.#sink.dropped({ code: 'not-understood', what: 'is no sample with an id', record });
    else if (this.seen.add(run.task, run.trial)) {
      this.#sink.run(run);
      if (objectAt(value, 'invalidation'))
        this.#sink.problem({
          code: 'invalidated-sample',
          what: 'was declared invalid after it was scored, and is counted as the log counts it',
          record: run.record,
          field: 'invalidation',
        });
    } else
      this.#sink.raw({
        code: 'repeated-sample',
        what: `${run.record} came before; the first stands`,
        record,
      });
  }

  finish(): void {
    this.seen.reportMissing(this.log, this.#sink);
  }
}

function readJson(path: string, sink: ResultSink, signal?: AbortSignal): void {
  const head: Record<string, JsonValue> = {};
  let samples: Samples | undefined;
  const open = (): Samples => {
    if (!samples) {
      if (head['eval'] === undefined) Object.assign(head, headIn(path, LISTS, signal));
      checkVersion(head['version'], sink);
      samples = new Samples(logOf(head['eval'], head['plan'], sink.file), sink);
    }
    return samples;
  };
  const takers = {
    member(name: string, value: JsonValue): void {
      if (name !== 'reductions') head[name] = value;
    },
    item(value: JsonValue, record: string): void {
      open().take({ value }, record);
    },
  };
  readParts(path, { lists: LISTS, omit: OMITTED }, sink, takers, signal);
  open().finish();
  publishFigures(head['results'], open().log, sink);
}

const UNDERSTOOD = /^(?:header|summaries|reductions)\.json$|^_journal\//;

function documentIn(zip: OpenZip, name: string, file: string): JsonObject | undefined {
  const entry = zip.entries.find((one) => one.name === name);
  if (!entry) return undefined;
  const { value } = partOf(zip.read(entry));
  if (isJsonObject(value)) return value;
  throw new MeasurandError('invalid-log', 'is no JSON object', { file, record: name });
}

/** Samples that a summary names and whose own record is not there. */
function reportSummaries(zip: OpenZip, samples: Samples, sink: ResultSink): void {
  const lists = zip.entries.filter(
    ({ name }) => name === 'summaries.json' || name.startsWith('_journal/summaries/'),
  );
  const told = new Seen();
  for (const entry of lists) {
    const { value } = partOf(zip.read(entry));
    for (const summary of listAt({ summaries: value ?? null }, 'summaries')) {
      const [id, epoch] = [idAt(summary, 'id') ?? '', numberAt(summary, 'epoch') ?? 1];
      if (samples.seen.has(id, epoch) || !told.add(id, epoch)) continue;
      const record = `sample ${id} epoch ${epoch}`;
      sink.unpaired({ code: 'summary-without-sample', what: 'has a summary and no record', record });
    }
  }
}

function takeSample(zip: OpenZip, entries: InspectSampleEntries, samples: Samples, sink: ResultSink): void {
  try {
    samples.take(sampleWithoutEvents(zip, entries, OMITTED), entries.name);
  } catch (error) {
    if (!(error instanceof MeasurandError)) throw error;
    const { record = entries.name, field } = error.place;
    sink.dropped({
      code: error.code,
      what: error.message,
      record: String(record),
      ...(field === undefined ? {} : { field }),
    });
  }
}

async function readZip(path: string, sink: ResultSink, signal?: AbortSignal): Promise<void> {
  const zip = await openZip(path);
  try {
    const header = documentIn(zip, 'header.json', sink.file);
    const start = header ?? documentIn(zip, '_journal/start.json', sink.file);
    if (!start)
      throw new MeasurandError('invalid-log', 'holds neither header.json nor _journal/start.json', {
        file: sink.file,
      });
    if (!header) sink.problem({ code: 'unfinished-log', what: 'was never finished: its journal is read' });
    checkVersion(start['version'], sink);
    const log = logOf(start['eval'], start['plan'], sink.file);
    const samples = new Samples(log, sink);
    const found = inspectSamples(zip.entries);
    for (const sample of found.samples) {
      signal?.throwIfAborted();
      takeSample(zip, sample, samples, sink);
    }
    for (const { name } of found.others)
      if (!UNDERSTOOD.test(name))
        sink.raw({ code: 'entry-not-read', what: 'is no part of a log that is read here', record: name });
    reportSummaries(zip, samples, sink);
    samples.finish();
    publishFigures(header?.['results'], log, sink);
  } finally {
    zip.close();
  }
}

export const inspectJson: ResultReader = {
  id: 'inspect-json',
  title: 'an Inspect log as JSON',
  read: readJson,
};
export const inspectEval: ResultReader = { id: 'inspect-eval', title: 'an Inspect .eval log', read: readZip };

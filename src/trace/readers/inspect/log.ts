import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { type EventFacts, NotUnderstood, type TraceBuilder } from '../../building/builder.ts';
import { known, listAt, needObject, needText, numberAt, objectAt, textAt } from '../fields.ts';
import type { RecordReader, TraceReader } from '../reader.ts';
import { usageBesideCache } from '../usage-beside-cache.ts';
import { checkSchema } from '../versions.ts';
import { needEvent, readMessage, retryErrors, SampleEvents } from './events.ts';
import { countsOf, expectOutput } from './model-event.ts';
import { SampleState } from './sample.ts';
import { split } from './split.ts';

const NEWEST = 2;

const SAMPLE_FIELDS = new Set([
  '_sample',
  '_missing',
  'id',
  'epoch',
  'input',
  'choices',
  'target',
  'description',
  'sandbox',
  'files',
  'setup',
  'output',
  'scores',
  'score',
  'metadata',
  'store',
  'timelines',
  'model_usage',
  'role_usage',
  'model_fallbacks',
  'started_at',
  'completed_at',
  'total_time',
  'working_time',
  'uuid',
  'invalidation',
  'error',
  'error_retries',
  'attachments',
  'events_data',
  'message_refs',
  'limit',
  'turn_count',
  'message_limit',
  'time_limit',
  'token_limit',
  'token_limit_type',
  'token_limit_usage',
]);

const named = (id: JsonValue | undefined): string | undefined =>
  typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;

const sessionOf = (id: string, epoch: number): string => `${id}_epoch_${epoch}`;

class InspectLog implements RecordReader {
  readonly #builder: TraceBuilder;
  readonly #events: SampleEvents;
  readonly #told = new Map<string, number>();
  #sample: SampleState | undefined;
  #headed = false;
  #planned: readonly string[] = [];
  #epochs = 1;

  constructor(builder: TraceBuilder) {
    this.#builder = builder;
    this.#events = new SampleEvents(builder);
  }

  read(row: JsonObject): void {
    if (Object.hasOwn(row, '_entry')) this.#entry(row);
    else if (Object.hasOwn(row, '_sample')) this.#begin(row);
    else if (Object.hasOwn(row, 'eval')) this.#head(row);
    else this.#part(row);
  }

  #part(row: JsonObject): void {
    const sample = this.#sample;
    if (!sample) throw new NotUnderstood('samples', 'stands in no sample');
    this.#builder.inSession(sample.session);
    const retry = numberAt(row, '_retry');
    if (retry !== undefined) this.#events.read(needEvent(row['event']), sample, retry);
    else if (Object.hasOwn(row, 'event')) this.#events.read(row, sample);
    else if (Object.hasOwn(row, 'role')) readMessage(row, sample, this.#builder);
    else throw new NotUnderstood('event', 'is neither a message with a role nor an event with a kind');
  }

  #entry(row: JsonObject): void {
    const name = needText(row, '_entry');
    const document = row['document'];
    if (name === '$' || name === 'header.json' || name === '_journal/start.json') this.#start(name, document);
    else if (name === 'summaries.json' || name.startsWith('_journal/summaries/'))
      this.#summaries(name, document);
    else if (document === null || document === undefined) {
      this.#builder.problem('entry-not-read', `${name} is no part of a log that is read here`);
      this.#builder.raw('an entry that no log has', row);
    } else this.#builder.emit({ kind: 'setting', name, value: document });
  }

  #start(name: string, document: JsonValue | undefined): void {
    if (!isJsonObject(document)) throw new NotUnderstood(name, `has no object in ${name}`);
    if (this.#headed) this.#builder.emit({ kind: 'setting', name, value: { status: 'started' } });
    else this.#head(document);
  }

  #head(head: JsonObject): void {
    this.#headed = true;
    checkSchema(this.#builder, 'version', head['version'], NEWEST);
    const spec = needObject(head, 'eval');
    const model = textAt(spec, 'model');
    const version = textAt(objectAt(spec, 'packages'), 'inspect_ai');
    if (version !== undefined) this.#builder.versions.add(`inspect_ai ${version}`);
    this.#planned = listAt(objectAt(spec, 'dataset'), 'sample_ids').flatMap((id) => named(id) ?? []);
    this.#epochs = numberAt(objectAt(spec, 'config'), 'epochs') ?? 1;
    this.#status(textAt(head, 'status') ?? 'started');
    const facts: EventFacts = { ...known('time', textAt(spec, 'created')) };
    this.#builder.emit(
      {
        kind: 'session',
        phase: 'facts',
        harness: 'inspect_ai',
        ...known('version', version),
        ...known('model', model),
        ...known('reason', textAt(spec, 'task')),
      },
      facts,
    );
    const failure = textAt(objectAt(head, 'error'), 'message');
    if (failure !== undefined) this.#builder.emit({ kind: 'error', message: failure }, facts);
    this.#usage('the log', objectAt(objectAt(head, 'stats'), 'model_usage'), facts);
  }

  #status(status: string): void {
    this.#builder.ends = status === 'started' ? 'open' : 'closed';
    if (status === 'started')
      this.#builder.problem('unfinished-log', 'was never finished: samples that were running are not in it');
  }

  #usage(whose: string, usages: JsonObject, facts: EventFacts): void {
    for (const [model, usage] of Object.entries(usages))
      if (isJsonObject(usage))
        this.#builder.emit(
          usageBesideCache({ key: `${whose} ${model}`, scope: 'session', model }, countsOf(usage)),
          facts,
        );
  }

  #summaries(name: string, document: JsonValue | undefined): void {
    const list = Array.isArray(document) ? (document as readonly JsonValue[]) : undefined;
    if (!list) throw new NotUnderstood(name, `has no list in ${name}`);
    for (const summary of list.filter(isJsonObject)) {
      const id = named(summary['id']);
      if (id !== undefined)
        this.#told.set(sessionOf(id, numberAt(summary, 'epoch') ?? 1), this.#builder.record);
    }
    this.#builder.emit({ kind: 'setting', name, value: { samples: list.length } });
  }

  #begin(head: JsonObject): void {
    this.#sample?.finish();
    const id = named(head['id']);
    const epoch = numberAt(head, 'epoch');
    const session =
      id === undefined || epoch === undefined ? needText(head, '_sample') : sessionOf(id, epoch);
    if (this.#builder.sessions.has(session))
      this.#builder.problem('repeated-sample', `${session} stands twice in the log`);
    this.#sample = new SampleState(session, head, this.#builder);
    this.#builder.inSession(session);
    if (id === undefined) throw new NotUnderstood('id', 'is a sample without an id');
    if (epoch === undefined) throw new NotUnderstood('epoch', 'is a sample without an epoch');
    this.#builder.expect(head, SAMPLE_FIELDS, 'sample');
    const missing = numberAt(head, '_missing');
    if (missing !== undefined)
      this.#builder.problem('missing-pooled', `${missing} messages are not in the pool of ${session}`);
    this.#sampleHead(head, this.#sample);
  }

  #sampleHead(head: JsonObject, sample: SampleState): void {
    const facts: EventFacts = {
      native: { session: sample.session },
      ...known('time', textAt(head, 'started_at')),
    };
    const limit = textAt(objectAt(head, 'limit'), 'type');
    this.#builder.emit({ kind: 'session', phase: 'start', ...known('reason', limit) }, facts);
    if (limit !== undefined)
      this.#builder.emit(
        { kind: 'error', message: `stopped by its ${limit} limit`, code: `limit-${limit}` },
        facts,
      );
    const failure = textAt(objectAt(head, 'error'), 'message');
    if (failure !== undefined) this.#builder.emit({ kind: 'error', message: failure }, facts);
    for (const message of retryErrors(head))
      this.#builder.emit({ kind: 'error', message, code: 'retried' }, facts);
    const scores = head['scores'] ?? head['score'];
    if (scores !== undefined)
      this.#builder.emit({ kind: 'setting', name: 'scores', value: sample.resolved(scores) }, facts);
    this.#usage(sample.session, objectAt(head, 'model_usage'), facts);
    expectOutput(objectAt(head, 'output'), this.#builder);
  }

  finish(): void {
    this.#sample?.finish();
    const { sessions } = this.#builder;
    if (!this.#headed)
      this.#builder.problem('missing-header', 'holds neither a header nor the start of its journal', -1);
    for (const [session, record] of this.#told)
      if (!sessions.has(session))
        this.#builder.problem('summary-without-sample', `${session} has a summary and no record`, record);
    for (let epoch = 1; epoch <= this.#epochs; epoch += 1)
      for (const id of this.#planned)
        if (!sessions.has(sessionOf(id, epoch)))
          this.#builder.problem('missing-sample', `${sessionOf(id, epoch)} was planned and is not there`, -1);
    this.#builder.parents.finish(this.#builder.problem, 'span_id');
  }
}

/** A log of the Inspect framework: the `.eval` archive, finished or not, or the same as one JSON document. */
export const inspectLog: TraceReader = {
  id: 'inspect-log',
  title: 'Inspect log (.eval, or its JSON)',
  harness: 'inspect_ai',
  visibility: 'persisted',
  tokenRule: 'uuid of the model event; what the cache of Inspect served is not counted',
  claims: (row) =>
    typeof row['_entry'] === 'string' ||
    (typeof row['status'] === 'string' && Object.hasOwn(row, 'version') && isJsonObject(row['eval'])),
  split,
  open: (builder) => new InspectLog(builder),
};

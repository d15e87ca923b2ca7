import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { type EventFacts, NotUnderstood, type TraceBuilder } from '../../building/builder.ts';
import { known, listAt, needAny, needObject, needText, numberAt, objectAt, textAt } from '../fields.ts';
import { contentOf, toolError } from './chat.ts';
import { COMMON_FIELDS, EVENT_FIELDS } from './event-fields.ts';
import { ModelEvents } from './model-event.ts';
import type { SampleState } from './sample.ts';

type Read = (event: JsonObject, sample: SampleState, facts: EventFacts) => void;

/** Events of the evaluation itself, which are kept as they are. */
const KEPT = [
  'sample_init',
  'state',
  'store',
  'score',
  'score_edit',
  'logger',
  'info',
  'input',
  'step',
  'subtask',
  'anchor',
  'branch',
  'checkpoint',
  'sentinel',
];

/** The events of a sample, by what they are. */
export class SampleEvents {
  readonly #builder: TraceBuilder;
  readonly #models: ModelEvents;
  readonly #readers: ReadonlyMap<string, Read>;

  constructor(builder: TraceBuilder) {
    this.#builder = builder;
    this.#models = new ModelEvents(builder);
    this.#readers = new Map<string, Read>([
      ['model', (event, sample, facts) => this.#models.read(event, sample, facts)],
      ['tool', (event, sample, facts) => this.#tool(event, sample, facts)],
      ['sandbox', (event, sample, facts) => this.#sandbox(event, sample, facts)],
      ['approval', (event, _, facts) => this.#approval(event, 'approver', facts)],
      ['review', (event, _, facts) => this.#approval(event, 'reviewer', facts)],
      ['compaction', (event, _, facts) => this.#compaction(event, facts)],
      [
        'error',
        (event, _, facts) => this.#error(needText(needObject(event, 'error'), 'message'), 'error', facts),
      ],
      [
        'sample_limit',
        (event, _, facts) =>
          this.#error(needText(event, 'message'), `limit-${needText(event, 'type')}`, facts),
      ],
      ['interrupt', (event, _, facts) => this.#interrupt(event, facts)],
      ['span_begin', (event, sample, facts) => this.#spanBegin(event, sample, facts)],
      ['span_end', (event, sample, facts) => this.#spanEnd(event, sample, facts)],
      ...KEPT.map((kind): [string, Read] => [
        kind,
        (event, sample, facts) => this.#kept(event, sample, facts),
      ]),
    ]);
  }

  /** @param retry number of the failed attempt that the event belongs to; undefined for the attempt that stands */
  read(event: JsonObject, sample: SampleState, retry?: number): void {
    const kind = needText(event, 'event');
    const span = textAt(event, 'span_id');
    const agent = sample.within(span, 'agent');
    const facts: EventFacts = {
      native: {
        session: sample.session,
        ...known('agent', agent),
        ...known('request', textAt(event, 'uuid')),
        ...(retry === undefined ? {} : { turn: `retry ${retry}` }),
      },
      parents: span === undefined ? [] : [span],
      channel: retry === undefined ? 'events' : `retry ${retry}`,
      ...known('time', textAt(event, 'timestamp')),
    };
    // Events of a failed attempt go back to its last model event only: their spans are cut off.
    if (span !== undefined && retry === undefined && kind !== 'span_begin')
      this.#builder.parents.needs(span, this.#builder.record);
    const fields = EVENT_FIELDS.get(kind);
    if (fields) this.#builder.expect(event, fields, `${kind} event`);
    const reader = this.#readers.get(kind);
    if (reader) reader(event, sample, facts);
    else {
      this.#builder.problemOnce(kind, 'unknown-record', `events of the kind ${kind} are kept raw`, 'event');
      this.#builder.raw(`an event of the kind ${kind}`, event);
    }
  }

  #tool(event: JsonObject, sample: SampleState, facts: EventFacts): void {
    const id = needText(event, 'id');
    const own: EventFacts = { ...facts, visibility: 'happened', native: { ...facts.native, call: id } };
    const name = needText(event, 'function');
    this.#builder.emit({ kind: 'call', name, args: sample.resolved(needAny(event, 'arguments')) }, own);
    if (event['pending'] === true || event['result'] === undefined) return;
    sample.answered(id);
    const error = toolError(event);
    const { text, parts } = contentOf(sample.resolved(event['result']));
    const seconds = numberAt(event, 'working_time');
    this.#builder.emit(
      {
        kind: 'result',
        name,
        text: text === '' && error ? error.message : text,
        parts,
        isError: error !== undefined || event['failed'] === true,
        ...known('status', error?.type),
        ...(seconds === undefined ? {} : { milliseconds: seconds * 1000 }),
        ...(Array.isArray(event['truncated']) ? { truncated: true } : {}),
      },
      own,
    );
  }

  #sandbox(event: JsonObject, sample: SampleState, facts: EventFacts): void {
    const action = needText(event, 'action');
    const own: EventFacts = { ...facts, visibility: 'happened' };
    const file = textAt(event, 'file');
    if (action === 'write_file' && file !== undefined) {
      this.#builder.emit({ kind: 'file-change', paths: [file], change: 'write' }, own);
      return;
    }
    if (action !== 'exec') {
      this.#builder.emit(
        { kind: 'setting', name: `sandbox ${action}`, value: this.#rest(event, sample) },
        own,
      );
      return;
    }
    const output = textAt(event, 'output');
    this.#builder.emit(
      {
        kind: 'process',
        phase: event['result'] === undefined ? 'start' : 'end',
        ...known('command', textAt(event, 'cmd')),
        ...known('exitCode', numberAt(event, 'result')),
        ...(output === undefined ? {} : { output: String(sample.resolved(output)) }),
      },
      own,
    );
  }

  #approval(event: JsonObject, by: string, facts: EventFacts): void {
    this.#builder.emit(
      {
        kind: 'approval',
        decision: needText(event, 'decision'),
        ...known('by', textAt(event, by)),
        ...known('reason', textAt(event, 'explanation')),
      },
      { ...facts, native: { ...facts.native, ...known('call', textAt(objectAt(event, 'call'), 'id')) } },
    );
  }

  #compaction(event: JsonObject, facts: EventFacts): void {
    this.#builder.emit(
      {
        kind: 'compaction',
        ...known('trigger', textAt(event, 'type')),
        ...known('tokensBefore', numberAt(event, 'tokens_before')),
      },
      facts,
    );
  }

  #error(message: string, code: string, facts: EventFacts): void {
    this.#builder.emit({ kind: 'error', message, code }, facts);
  }

  #interrupt(event: JsonObject, facts: EventFacts): void {
    const call = textAt(event, 'interrupted_tool_call_id');
    this.#error(`interrupted: ${needText(event, 'interrupted')}`, `interrupt-${needText(event, 'source')}`, {
      ...facts,
      native: { ...facts.native, ...known('call', call) },
    });
  }

  #spanBegin(event: JsonObject, sample: SampleState, facts: EventFacts): void {
    const id = needText(event, 'id');
    const parent = textAt(event, 'parent_id');
    const type = textAt(event, 'type');
    const name = needText(event, 'name');
    this.#builder.parents.note(id);
    if (parent !== undefined) this.#builder.parents.needs(parent, this.#builder.record);
    sample.span(id, { parent, type, name });
    const own: EventFacts = { ...facts, parents: parent === undefined ? [] : [parent] };
    if (type === 'agent' && sample.within(parent, 'agent') !== undefined)
      this.#builder.emit({ kind: 'child', phase: 'start', child: id, status: name }, own);
    else
      this.#builder.emit(
        { kind: 'setting', name: 'span_begin', value: { id, name, type: type ?? null } },
        own,
      );
  }

  #spanEnd(event: JsonObject, sample: SampleState, facts: EventFacts): void {
    const id = needText(event, 'id');
    if (!sample.hasSpan(id))
      this.#builder.problem('unpaired-span', `span ${id} ends and never began`, this.#builder.record, 'id');
    const parent = sample.parentOf(id);
    if (sample.within(id, 'agent') === id && sample.within(parent, 'agent') !== undefined)
      this.#builder.emit({ kind: 'child', phase: 'end', child: id }, facts);
    else this.#builder.emit({ kind: 'setting', name: 'span_end', value: { id } }, facts);
  }

  #rest(event: JsonObject, sample: SampleState): JsonValue {
    return sample.resolved(
      Object.fromEntries(Object.entries(event).filter(([key]) => !COMMON_FIELDS.includes(key))),
    );
  }

  #kept(event: JsonObject, sample: SampleState, facts: EventFacts): void {
    this.#builder.emit(
      { kind: 'setting', name: needText(event, 'event'), value: this.#rest(event, sample) },
      facts,
    );
  }
}

/** A message of the conversation as the log keeps it at the end of the sample. */
export function readMessage(message: JsonObject, sample: SampleState, builder: TraceBuilder): void {
  const { role, text, reasoning, parts = [], calls, results } = sample.message(message);
  const facts: EventFacts = {
    native: { session: sample.session, ...known('message', textAt(message, 'id')) },
    channel: 'messages',
  };
  if (text !== '' || reasoning !== undefined || parts.length > 0 || calls.length + results.length === 0) {
    const source = textAt(message, 'source');
    builder.emit(
      {
        kind: 'message',
        role,
        text,
        parts,
        ...known('reasoning', reasoning),
        ...(source === 'generate' ? { origin: 'model' } : source === 'operator' ? { origin: 'user' } : {}),
      },
      facts,
    );
  }
  for (const { id, name, args } of calls)
    builder.emit({ kind: 'call', name, args }, { ...facts, native: { ...facts.native, call: id } });
  for (const result of results) {
    const { callId } = result;
    if (callId !== '') sample.answered(callId);
    const error = textAt(objectAt(message, 'error'), 'type');
    builder.emit(
      {
        kind: 'result',
        ...known('name', result.name),
        text: result.text,
        parts: result.parts,
        ...known('isError', result.isError),
        ...known('status', error),
      },
      { ...facts, native: { ...facts.native, ...(callId === '' ? {} : { call: callId }) } },
    );
  }
}

/** A record that must be an object. @throws NotUnderstood */
export function needEvent(value: JsonValue | undefined): JsonObject {
  if (!isJsonObject(value)) throw new NotUnderstood('event', 'is no object');
  return value;
}

/** Errors of the attempts before the one that stands. */
export function retryErrors(head: JsonObject): readonly string[] {
  return listAt(head, 'error_retries')
    .filter(isJsonObject)
    .map((retry) => textAt(retry, 'message') ?? 'no message');
}

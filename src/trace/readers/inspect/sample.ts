import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { NotUnderstood, type TraceBuilder } from '../../building/builder.ts';
import { referred } from '../../source/inspect-lists.ts';
import type { ShownMessage } from '../../wire/request-view.ts';
import { ShownConversation } from '../boundary/shown.ts';
import { listAt, objectAt, textAt } from '../fields.ts';
import { chatMessage } from './chat.ts';

const REFERENCE = /^(?:attachment|tc):\/\/([0-9a-f]+)$/;

interface Span {
  readonly parent: string | undefined;
  readonly type: string | undefined;
  readonly name: string;
}

/** Deepest nesting of spans that is followed. */
const DEEPEST = 512;

/** What is kept while the records of one sample are read: what they refer to, and what the model was shown so far. */
export class SampleState {
  readonly session: string;
  readonly shown: ShownConversation;
  readonly #builder: TraceBuilder;
  readonly #attachments: JsonObject;
  readonly #messages: readonly JsonValue[];
  readonly #calls: readonly JsonValue[];
  readonly #spans = new Map<string, Span>();
  readonly #chat = new WeakMap<JsonObject, ShownMessage>();
  readonly #asked = new Map<string, number>();
  readonly #answered = new Set<string>();

  constructor(session: string, head: JsonObject, builder: TraceBuilder) {
    this.session = session;
    this.#builder = builder;
    this.shown = new ShownConversation(builder);
    this.#attachments = objectAt(head, 'attachments');
    const pools = objectAt(head, 'events_data');
    this.#messages = listAt(pools, 'messages');
    this.#calls = listAt(pools, 'calls');
  }

  /** A value with its attachments in the places that refer to them. What is not there stays a reference, and is told. */
  resolved(value: JsonValue): JsonValue {
    if (typeof value === 'string') return this.#attachment(value);
    if (Array.isArray(value)) return (value as readonly JsonValue[]).map((item) => this.resolved(item));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.resolved(item)]));
  }

  #attachment(text: string): string {
    const [, key] = text.length > 80 ? [] : (REFERENCE.exec(text) ?? []);
    if (key === undefined) return text;
    const found = Object.hasOwn(this.#attachments, key) ? textAt(this.#attachments, key) : undefined;
    if (found === undefined)
      this.#builder.problemOnce(
        `${this.session} ${key}`,
        'missing-attachment',
        `${text} is not among the attachments of ${this.session}`,
        'attachments',
      );
    return found ?? text;
  }

  /** A message in the form that requests are compared in; read once, however many requests repeat it. */
  message(message: JsonValue): ShownMessage {
    if (!isJsonObject(message)) throw new NotUnderstood('messages', 'holds a message that is no object');
    const before = this.#chat.get(message);
    if (before) return before;
    const read = chatMessage(this.resolved(message) as JsonObject, this.#builder);
    this.#chat.set(message, read);
    return read;
  }

  #pooled(refs: JsonValue | undefined, pool: readonly JsonValue[], field: string): readonly JsonValue[] {
    const { items, absent, beyond } = referred(refs, pool);
    if (absent + beyond > 0)
      this.#builder.problem(
        'missing-pooled',
        `refers to ${absent + beyond} entries that are not in the pool, or more than are followed, of ${this.session}`,
        this.#builder.record,
        field,
      );
    return items;
  }

  /** The messages that a model event was given. @throws NotUnderstood where it says none */
  input(event: JsonObject): readonly ShownMessage[] {
    if (!Array.isArray(event['input'])) throw new NotUnderstood('input', 'has no list in input');
    const refs = event['input_refs'];
    const own = listAt(event, 'input');
    const all =
      own.length === 0 && refs !== undefined ? this.#pooled(refs, this.#messages, 'input_refs') : own;
    return all.map((message) => this.message(message));
  }

  /** The body that was posted to the provider; undefined where the log does not keep it. */
  body(call: JsonObject): JsonValue | undefined {
    const request = call['request'];
    if (!isJsonObject(request)) return undefined;
    const key = textAt(call, 'call_key') ?? 'messages';
    const refs = call['call_refs'];
    if (refs === undefined || refs === null) return this.resolved(request);
    return this.resolved({ ...request, [key]: [...this.#pooled(refs, this.#calls, 'call.call_refs')] });
  }

  span(id: string, span: Span): void {
    this.#spans.set(id, span);
  }

  hasSpan(id: string): boolean {
    return this.#spans.has(id);
  }

  /** The nearest span of a type round a span, itself included. */
  within(id: string | undefined, type: string): string | undefined {
    let at = id;
    for (let depth = 0; at !== undefined && depth < DEEPEST; depth += 1) {
      const span = this.#spans.get(at);
      if (span?.type === type) return at;
      at = span?.parent;
    }
    return undefined;
  }

  parentOf(id: string): string | undefined {
    return this.#spans.get(id)?.parent;
  }

  asked(call: string): void {
    if (!this.#asked.has(call)) this.#asked.set(call, this.#builder.record);
  }

  answered(call: string): void {
    this.#answered.add(call);
  }

  /** Calls of the model that no tool event and no message answers. */
  finish(): void {
    for (const [call, record] of this.#asked) if (!this.#answered.has(call)) this.#builder.lone(record, call);
  }
}

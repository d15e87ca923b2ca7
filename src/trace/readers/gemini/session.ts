import { digestOf } from '../../../core/digest.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { type EventFacts, NotUnderstood, type TraceBuilder } from '../../building/builder.ts';
import { contentOf, known, listAt, needText, textAt } from '../fields.ts';
import type { RecordReader, TraceReader } from '../reader.ts';
import { emitParts, emitResponse, geminiUsage, shellFacts } from './parts.ts';

const MESSAGE_TYPES: ReadonlySet<string> = new Set(['user', 'gemini', 'info', 'error', 'warning']);
const TOOL_FIELDS = new Set([
  ...['id', 'name', 'args', 'result', 'status', 'timestamp', 'resultDisplay', 'description', 'displayName'],
  ...['renderOutputAsMarkdown', 'agentId', 'approvalMode', 'outputFile', 'correlationId'],
]);

const MESSAGE_FIELDS = new Set([
  ...['id', 'timestamp', 'type', 'content', 'displayContent', 'toolCalls', 'thoughts', 'tokens', 'model'],
]);

/** What was told of a message already: a later record with its id replaces it. */
interface Told {
  readonly digest: string;
  readonly text: string;
  readonly calls: Set<string>;
}

class GeminiSession implements RecordReader {
  readonly #builder: TraceBuilder;
  readonly #told = new Map<string, Told>();
  #session = '';
  #updated = '';

  constructor(builder: TraceBuilder) {
    this.#builder = builder;
  }

  read(row: JsonObject): void {
    const patch = row['$set'];
    if (isJsonObject(patch)) this.#patch(patch);
    else if (Object.hasOwn(row, 'sessionId') && !Object.hasOwn(row, 'type')) this.#header(row);
    else this.#message(row);
  }

  #facts(id?: string, time?: string): EventFacts {
    return {
      native: { ...known('session', this.#session || undefined), ...known('message', id) },
      ...known('time', time),
    };
  }

  #header(row: JsonObject): void {
    this.#session = needText(row, 'sessionId');
    this.#updated = textAt(row, 'startTime') ?? '';
    this.#builder.inSession(`${this.#session} from ${this.#updated}`);
    this.#builder.sessions.delete(`${this.#session} from ${this.#updated}`);
    this.#builder.sessions.add(this.#session);
    const reason = textAt(row, 'kind');
    this.#builder.emit(
      { kind: 'session', phase: 'start', harness: 'gemini', ...known('reason', reason) },
      this.#facts(undefined, textAt(row, 'startTime')),
    );
    for (const message of listAt(row, 'messages')) this.#message(message);
  }

  /** The document is written in the order of its updates. */
  #updatedAt(time: string | undefined): void {
    if (time === undefined) return;
    this.#builder.sequence.checked += 1;
    if (time < this.#updated) {
      this.#builder.sequence.broken += 1;
      this.#builder.problem(
        'out-of-order',
        `an update of ${time} follows one of ${this.#updated}`,
        this.#builder.record,
        '$set.lastUpdated',
      );
    }
    this.#updated = time;
  }

  #patch(patch: JsonObject): void {
    this.#updatedAt(textAt(patch, 'lastUpdated'));
    const { messages, ...rest } = patch;
    if (Object.keys(rest).length > 0 || messages === undefined)
      this.#builder.emit({ kind: 'setting', name: '$set', value: rest }, this.#facts());
    if (messages === undefined) return;
    if (!Array.isArray(messages)) throw new NotUnderstood('$set.messages', 'has no list in $set.messages');
    for (const message of messages as readonly JsonValue[]) this.#message(message);
  }

  #message(row: JsonValue): void {
    if (!isJsonObject(row)) throw new NotUnderstood('messages', 'holds a message that is no object');
    const id = needText(row, 'id');
    const type = needText(row, 'type');
    if (!MESSAGE_TYPES.has(type)) {
      this.#builder.problemOnce(
        `type ${type}`,
        'unknown-record',
        `messages of type ${type} are kept raw`,
        'type',
      );
      this.#builder.raw(`a message of type ${type}, which is not known`, row);
      return;
    }
    this.#builder.expect(row, MESSAGE_FIELDS, 'message');
    const facts = this.#facts(id, textAt(row, 'timestamp'));
    const key = `${this.#session} ${id}`;
    const digest = digestOf(row);
    const before = this.#told.get(key);
    if (before?.digest === digest) {
      this.#builder.emit({ kind: 'setting', name: 'repeated-message', value: id }, facts);
      return;
    }
    const text = contentOf(row['content']).text ?? '';
    const calls = before?.calls ?? new Set<string>();
    this.#told.set(key, { digest, text, calls });
    if (before) this.#builder.emit({ kind: 'setting', name: 'replaced-message', value: id }, facts);
    const fresh = before === undefined || before.text !== text;
    if (fresh) this.#said(type, row, facts, listAt(row, 'toolCalls').length > 0);
    for (const call of listAt(row, 'toolCalls')) this.#toolCall(call, calls, facts);
    const tokens = row['tokens'];
    if (isJsonObject(tokens)) this.#builder.emit(geminiUsage(tokens, key, textAt(row, 'model')), facts);
  }

  #said(type: string, row: JsonObject, facts: EventFacts, withCalls: boolean): void {
    const content = row['content'];
    if (content === undefined) throw new NotUnderstood('content', 'has no content');
    const parts: readonly JsonValue[] = Array.isArray(content)
      ? (content as readonly JsonValue[])
      : [content];
    if (type === 'error')
      this.#builder.emit({ kind: 'error', message: contentOf(content).text ?? '' }, facts);
    else if (type === 'info' || type === 'warning')
      this.#builder.emit({ kind: 'setting', name: type, value: content }, facts);
    else if (type === 'user') {
      // The conversation repeats as a user message what the tool call record holds too.
      emitParts(this.#builder, parts, { role: 'user' }, facts, (part) =>
        emitResponse(this.#builder, part, facts),
      );
    } else {
      const thoughts = listAt(row, 'thoughts')
        .filter(isJsonObject)
        .map((thought) =>
          [textAt(thought, 'subject'), textAt(thought, 'description')]
            .filter((one) => one !== undefined)
            .join(': '),
        );
      const text = contentOf(content).text ?? '';
      if (text === '' && thoughts.length === 0 && withCalls) return;
      this.#builder.emit(
        {
          kind: 'message',
          role: 'assistant',
          origin: 'model',
          text,
          parts: [],
          ...known('reasoning', thoughts.length > 0 ? thoughts.join('\n') : undefined),
        },
        facts,
      );
    }
  }

  #toolCall(call: JsonValue, told: Set<string>, facts: EventFacts): void {
    if (!isJsonObject(call)) throw new NotUnderstood('toolCalls', 'holds a call that is no object');
    this.#builder.expect(call, TOOL_FIELDS, 'toolCalls');
    const id = needText(call, 'id');
    const own: EventFacts = { ...facts, native: { ...facts.native, call: id } };
    if (!told.has(id))
      this.#builder.emit({ kind: 'call', name: needText(call, 'name'), args: call['args'] ?? null }, own);
    told.add(id);
    const agent = textAt(call, 'agentId');
    if (agent !== undefined)
      this.#builder.emit(
        { kind: 'child', phase: 'end', child: agent, ...known('status', textAt(call, 'status')) },
        own,
      );
    const results = listAt(call, 'result');
    if (results.length === 0 || told.has(`result ${id}`)) return;
    told.add(`result ${id}`);
    const status = textAt(call, 'status');
    const more = {
      ...known('status', status),
      ...known('isError', status === undefined ? undefined : status !== 'success'),
      ...shellFacts(call['resultDisplay']),
    };
    for (const part of results) {
      const response = isJsonObject(part) ? part['functionResponse'] : undefined;
      if (isJsonObject(response)) emitResponse(this.#builder, response, own, more);
      else this.#builder.emit({ kind: 'chunk', of: 'part of a result' }, own);
    }
  }
}

/** A session document of Gemini CLI, as the records and patches that make it up. */
export const geminiSession: TraceReader = {
  id: 'gemini-session',
  title: 'Gemini CLI session (JSONL of records and $set patches)',
  harness: 'gemini',
  visibility: 'persisted',
  tokenRule: 'message id',
  claims: (row) =>
    isJsonObject(row['$set']) ||
    (Object.hasOwn(row, 'sessionId') && Object.hasOwn(row, 'projectHash')) ||
    (MESSAGE_TYPES.has(String(row['type'])) &&
      typeof row['id'] === 'string' &&
      Object.hasOwn(row, 'content')),
  open: (builder) => new GeminiSession(builder),
};

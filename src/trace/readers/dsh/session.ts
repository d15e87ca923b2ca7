import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import type { EventFacts, TraceBuilder } from '../../building/builder.ts';
import type { MessagePayload, UsagePayload } from '../../payload.ts';
import {
  contentOf,
  flagAt,
  known,
  listAt,
  needList,
  needObject,
  needText,
  numberAt,
  objectAt,
  textAt,
  timeOf,
} from '../fields.ts';
import type { RecordReader, TraceReader } from '../reader.ts';
import { repairOf, withTextFacts } from '../results.ts';
import { Spoken } from '../spoken.ts';
import { checkSchema } from '../versions.ts';

const CALL_FIELDS = new Set(['turn', 'step', 'callId', 'name', 'arguments']);
const RESULT_FIELDS = new Set(['type', 'toolCallId', 'content', 'isError']);
const SETTINGS =
  /^(?:permission\/preset|sandbox\/mode|approval\/policy|session\/title|session\/title-llm-request|request\/context|subagent\/descriptor|goal\/.+|todo\/.+|plan\/.+)$/;

function usageOf(usage: JsonObject, key: string): Omit<UsagePayload, 'counted'> {
  return {
    kind: 'usage',
    scope: 'response',
    key,
    ...known('input', numberAt(usage, 'inputTokens')),
    ...known('output', numberAt(usage, 'outputTokens')),
    ...known('cached', numberAt(usage, 'cacheReadTokens') ?? numberAt(usage, 'cachedInputTokens')),
    ...known('reasoning', numberAt(usage, 'reasoningTokens')),
  };
}

class DshSession implements RecordReader {
  readonly #builder: TraceBuilder;
  #session = '';
  readonly #openTurns = new Set<string>();
  /** Calls that messages hold and that no record has begun yet. */
  readonly #asked = new Map<string, number>();

  constructor(builder: TraceBuilder) {
    this.#builder = builder;
  }

  read(row: JsonObject): void {
    const type = needText(row, 'type');
    if (type === 'session') {
      this.#header(row);
      return;
    }
    const data = needObject(row, 'data');
    const seq = numberAt(row, 'seq');
    if (seq === undefined)
      this.#builder.problem('missing-sequence', 'has no number in seq', this.#builder.record, 'seq');
    else this.#builder.sequence.note(this.#session, seq, this.#builder.record, 'seq', this.#builder.problem);
    const sources = listAt(row, 'sourceEventSeqs').map(String);
    const turn = numberAt(data, 'turn');
    const facts: EventFacts = {
      native: {
        session: this.#session,
        ...known('turn', turn === undefined ? undefined : String(turn)),
        ...known('message', textAt(objectAt(data, 'message'), 'id') ?? textAt(data, 'id')),
      },
      parents: sources,
      ...known('time', timeOf(row['time'])),
    };
    if (!this.#one(type, data, facts, seq)) {
      this.#builder.problemOnce(
        `type ${type}`,
        'unknown-record',
        `records of type ${type} are kept raw`,
        'type',
      );
      this.#builder.raw(`an event of type ${type}, which is not known`, row);
    }
  }

  #header(row: JsonObject): void {
    checkSchema(this.#builder, 'version', row['version'], 0);
    this.#session = needText(row, 'id');
    this.#builder.sequence.restart(this.#session);
    this.#builder.inSession(this.#session);
    const parent = textAt(row, 'parentSession');
    const facts: EventFacts = {
      native: { session: this.#session },
      ...known('time', timeOf(row['createdAt'])),
    };
    this.#builder.emit(
      {
        kind: 'session',
        phase: 'start',
        harness: 'dsh',
        ...known('cwd', textAt(row, 'cwd')),
        ...known('parent', parent),
      },
      facts,
    );
    if (parent !== undefined)
      this.#builder.emit(
        { kind: 'child', phase: 'start', child: this.#session },
        { native: { session: parent } },
      );
  }

  #one(type: string, data: JsonObject, facts: EventFacts, seq: number | undefined): boolean {
    switch (type) {
      case 'user/message':
        this.#user(data, facts);
        return true;
      case 'assistant/message':
        this.#assistant(data, facts, seq);
        return true;
      case 'assistant/chunk': {
        const chunk = needObject(data, 'chunk');
        this.#builder.emit(
          {
            kind: 'chunk',
            of: needText(chunk, 'type'),
            ...known('text', textAt(chunk, 'text') ?? textAt(chunk, 'argumentsDelta')),
          },
          facts,
        );
        return true;
      }
      case 'tool/call':
        this.#builder.expect(data, CALL_FIELDS, 'tool/call');
        this.#asked.delete(`${this.#session} ${needText(data, 'callId')}`);
        this.#builder.emit(
          { kind: 'call', name: needText(data, 'name'), args: needText(data, 'arguments') },
          { ...facts, native: { ...facts.native, call: needText(data, 'callId') } },
        );
        return true;
      case 'tool/result':
        this.#result(data, facts);
        return true;
      case 'request/header':
        this.#request(needObject(data, 'header'), facts);
        return true;
      default:
        return this.#rest(type, data, facts);
    }
  }

  #rest(type: string, data: JsonObject, facts: EventFacts): boolean {
    const phase = /^(turn|step)\/(start|end)$/.exec(type);
    if (phase)
      this.#phase(phase[1] === 'turn' ? 'turn' : 'step', phase[2] === 'start' ? 'start' : 'end', data, facts);
    else if (type === 'agent/inbox/spliced') this.#inbox(data, facts);
    else if (/^compact/.test(type))
      this.#builder.emit({ kind: 'compaction', ...known('summary', textAt(data, 'summary')) }, facts);
    else if (/error$/.test(type))
      this.#builder.emit(
        { kind: 'error', message: textAt(data, 'message') ?? JSON.stringify(data), code: type },
        facts,
      );
    else if (SETTINGS.test(type)) this.#builder.emit({ kind: 'setting', name: type, value: data }, facts);
    else return false;
    return true;
  }

  #phase(of: 'turn' | 'step', phase: 'start' | 'end', data: JsonObject, facts: EventFacts): void {
    const name = `${this.#session} ${numberAt(data, 'turn') ?? ''}`;
    if (of === 'turn' && phase === 'start') this.#openTurns.add(name);
    else if (of === 'turn') this.#openTurns.delete(name);
    this.#builder.emit(
      { kind: 'turn', of, phase, ...known('reason', textAt(objectAt(data, 'reason'), 'kind')) },
      facts,
    );
  }

  #user(data: JsonObject, facts: EventFacts): void {
    const source = textAt(objectAt(data, 'source'), 'kind');
    const { text = '', parts } = contentOf(needList(data, 'content'));
    const origin: MessagePayload['origin'] =
      source === 'user' ? 'user' : source === undefined ? undefined : 'harness';
    this.#builder.emit({ kind: 'message', role: 'user', text, parts, ...known('origin', origin) }, facts);
  }

  #assistant(data: JsonObject, facts: EventFacts, seq: number | undefined): void {
    const spoken = new Spoken();
    const calls: string[] = [];
    for (const block of needList(needObject(data, 'message'), 'content').filter(isJsonObject)) {
      const kind = needText(block, 'type');
      if (kind === 'text') spoken.text(needText(block, 'text'));
      else if (kind === 'reasoning' || kind === 'thinking')
        spoken.thought(textAt(block, 'text') ?? textAt(block, 'thinking') ?? '');
      else if (kind === 'tool-call') calls.push(needText(block, 'id'));
      else spoken.part(kind, block);
    }
    // The calls themselves are records of their own: here it is only told that the message held them.
    if (calls.length > 0)
      spoken.after(() =>
        this.#builder.emit({ kind: 'chunk', of: 'calls of a message', text: calls.join(', ') }, facts),
      );
    spoken.emit(this.#builder, { role: 'assistant', origin: 'model' }, facts);
    for (const call of calls) this.#asked.set(`${this.#session} ${call}`, this.#builder.record);
    const usage = data['usage'];
    if (isJsonObject(usage))
      this.#builder.emit(
        usageOf(usage, `${this.#session} ${facts.native?.message ?? seq ?? this.#builder.record}`),
        facts,
      );
  }

  #result(data: JsonObject, facts: EventFacts): void {
    const blocks = needList(needObject(data, 'message'), 'content').filter(isJsonObject);
    for (const block of blocks) {
      this.#builder.expect(block, RESULT_FIELDS, 'tool-result');
      const content = contentOf(block['content']);
      const { payload, inferred } = withTextFacts({
        kind: 'result',
        ...content,
        ...known('isError', flagAt(block, 'isError')),
      });
      this.#builder.emit(payload, {
        ...facts,
        inferred,
        native: { ...facts.native, call: needText(block, 'toolCallId') },
        ...known('synthetic', repairOf(content.text)),
      });
    }
  }

  #request(header: JsonObject, facts: EventFacts): void {
    const config = objectAt(header, 'config');
    this.#builder.emit(
      {
        kind: 'request',
        protocol: 'openai-chat',
        ...known('model', textAt(config, 'model')),
        ...known('system', textAt(header, 'system')),
      },
      facts,
    );
    const tools = Array.isArray(header['tools']) ? listAt(header, 'tools').filter(isJsonObject) : null;
    this.#builder.emit(
      {
        kind: 'declarations',
        tools:
          tools?.map((tool) => ({
            name: textAt(tool, 'name') ?? '(no name)',
            ...known('description', textAt(tool, 'description')),
          })) ?? null,
      },
      facts,
    );
  }

  #inbox(data: JsonObject, facts: EventFacts): void {
    const inserted = listAt(data, 'inserted').filter(isJsonObject);
    const texts = inserted.map((entry) => contentOf(entry['content']).text ?? '');
    const user = inserted.every((entry) => textAt(objectAt(entry, 'source'), 'kind') === 'user');
    const phase = inserted.length > 0 ? 'accepted' : 'delivered';
    this.#builder.emit(
      {
        kind: 'notice',
        phase,
        of: user ? 'prompt' : 'background',
        ...known('text', texts.length > 0 ? texts.join('\n') : undefined),
      },
      facts,
    );
  }

  finish(): void {
    this.#builder.ends = this.#openTurns.size > 0 ? 'open' : 'closed';
    for (const [call, record] of this.#asked)
      this.#builder.problem(
        'missing-record',
        `a message holds call ${call}, which no tool/call record begins`,
        record,
      );
    for (const turn of this.#openTurns)
      this.#builder.problem('turn-not-ended', `turn ${turn} began and did not end`, -1);
  }
}

/** A session file of DeepSeek Harness, compressed or not. */
export const dshSession: TraceReader = {
  id: 'dsh-session',
  title: 'DeepSeek Harness session (zstd JSONL, or JSONL)',
  harness: 'dsh',
  visibility: 'persisted',
  tokenRule: 'session and message id',
  claims: (row) =>
    (typeof row['seq'] === 'number' && isJsonObject(row['data']) && typeof row['type'] === 'string') ||
    (row['type'] === 'session' && Object.hasOwn(row, 'createdAt')),
  open: (builder) => new DshSession(builder),
};

import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import type { EventFacts, TraceBuilder } from '../../building/builder.ts';
import type { MessagePayload, ResultPayload } from '../../payload.ts';
import { contentOf, known, needList, needObject, needText, numberAt, objectAt, textAt } from '../fields.ts';
import { emitParts, emitResponse, geminiUsage, shellFacts } from '../gemini/parts.ts';
import { BackgroundTasks, taskOf } from '../notices.ts';
import type { RecordReader, TraceReader } from '../reader.ts';
import { checkProgram } from '../versions.ts';

const ORIGINS: Readonly<Record<string, MessagePayload['origin']>> = {
  real_user: 'user',
  system: 'harness',
  assistant_output: 'model',
};

/** What the harness keeps beside the response that it showed. */
function besideResult(row: JsonObject): Partial<ResultPayload> {
  const beside = objectAt(row, 'toolCallResult');
  const status = textAt(beside, 'status');
  const failed = status === undefined ? undefined : status !== 'success';
  return { ...known('status', status), ...known('isError', failed), ...shellFacts(beside['resultDisplay']) };
}

class QwenSession implements RecordReader {
  readonly #builder: TraceBuilder;
  readonly #tasks = new BackgroundTasks();

  constructor(builder: TraceBuilder) {
    this.#builder = builder;
  }

  read(row: JsonObject): void {
    const type = needText(row, 'type');
    const uuid = needText(row, 'uuid');
    const session = needText(row, 'sessionId');
    checkProgram(this.#builder, 'version', row['version'], '0.24.4');
    this.#builder.inSession(session);
    const parent = textAt(row, 'parentUuid');
    const facts: EventFacts = {
      native: { session, message: uuid, ...known('agent', textAt(row, 'agentId')) },
      parents: parent === undefined ? [] : [parent],
      ...known('time', textAt(row, 'timestamp')),
    };
    if (this.#builder.parents.has(uuid)) {
      this.#builder.problem(
        'repeated-record',
        `row ${uuid} stands a second time and is counted once`,
        this.#builder.record,
        'uuid',
      );
      this.#builder.emit({ kind: 'setting', name: 'repeated-record', value: uuid }, facts);
      return;
    }
    if (parent !== undefined) this.#builder.parents.needs(parent, this.#builder.record);
    this.#builder.parents.note(uuid);
    this.#one(type, row, facts);
  }

  #one(type: string, row: JsonObject, facts: EventFacts): void {
    if (type === 'system') this.#system(row, facts);
    else if (type === 'user' || type === 'assistant' || type === 'tool_result')
      this.#message(type, row, facts);
    else {
      this.#builder.problemOnce(
        `type ${type}`,
        'unknown-record',
        `records of type ${type} are kept raw`,
        'type',
      );
      this.#builder.raw(`a row of type ${type}, which is not known`, row);
    }
  }

  #message(type: 'user' | 'assistant' | 'tool_result', row: JsonObject, facts: EventFacts): void {
    const message = needObject(row, 'message');
    const parts = needList(message, 'parts');
    const origin = ORIGINS[textAt(row, 'provenance') ?? ''];
    const role = type === 'assistant' ? 'assistant' : 'user';
    const more = besideResult(row);
    emitParts(this.#builder, parts, { role, ...known('origin', origin) }, facts, (part) =>
      emitResponse(this.#builder, part, facts, more),
    );
    const usage = row['usageMetadata'];
    if (isJsonObject(usage))
      this.#builder.emit(geminiUsage(usage, facts.native?.message ?? '', textAt(row, 'model')), facts);
    if (textAt(row, 'subtype') !== 'notification') return;
    const task = taskOf(contentOf(parts).text);
    if (task !== undefined) this.#tasks.delivered(task);
    this.#builder.emit(
      { kind: 'notice', phase: 'delivered', of: 'background', ...known('task', task) },
      facts,
    );
  }

  #system(row: JsonObject, facts: EventFacts): void {
    const subtype = needText(row, 'subtype');
    const payload = objectAt(row, 'systemPayload');
    if (subtype === 'ui_telemetry') this.#telemetry(needObject(payload, 'uiEvent'), facts);
    else if (/^chat_compression/.test(subtype)) this.#builder.emit({ kind: 'compaction' }, facts);
    else this.#builder.emit({ kind: 'setting', name: subtype, value: payload }, facts);
  }

  /** The harness's own account of requests and tool runs, those of child agents included. */
  #telemetry(event: JsonObject, facts: EventFacts): void {
    const name = needText(event, 'event.name');
    const agent = textAt(event, 'subagent_id');
    const own: EventFacts = {
      ...facts,
      native: {
        ...facts.native,
        ...known('agent', agent),
        ...known('request', textAt(event, 'response_id')),
      },
    };
    if (name.endsWith('.api_response')) {
      this.#builder.emit(
        {
          kind: 'response',
          ...known('text', textAt(event, 'response_text')),
          calls: [],
          ...known('model', textAt(event, 'model')),
        },
        own,
      );
      // What the child agents used stands nowhere else in this file.
      if (agent !== undefined)
        this.#builder.emit(
          {
            kind: 'usage',
            scope: 'response',
            key: `child ${needText(event, 'response_id')}`,
            ...known('input', numberAt(event, 'input_token_count')),
            ...known('output', numberAt(event, 'output_token_count')),
            ...known('cached', numberAt(event, 'cached_content_token_count')),
          },
          own,
        );
    } else if (name.endsWith('.tool_call')) this.#ran(event, own);
    else if (name.endsWith('.api_error'))
      this.#builder.emit(
        { kind: 'error', message: textAt(event, 'error') ?? textAt(event, 'error_message') ?? name },
        own,
      );
    else this.#builder.emit({ kind: 'setting', name, value: event }, own);
  }

  #ran(event: JsonObject, facts: EventFacts): void {
    const own: EventFacts = {
      ...facts,
      visibility: 'happened',
      native: { ...facts.native, ...known('call', textAt(event, 'call_id')) },
    };
    this.#builder.emit(
      {
        kind: 'process',
        phase: 'end',
        ...known('command', textAt(event, 'function_name')),
        ...known('status', textAt(event, 'status')),
        ...known('milliseconds', numberAt(event, 'duration_ms')),
      },
      own,
    );
    const decision = textAt(event, 'decision');
    if (decision !== undefined) this.#builder.emit({ kind: 'approval', decision }, own);
  }

  finish(): void {
    this.#tasks.finish(this.#builder);
    this.#builder.parents.finish(this.#builder.problem, 'parentUuid');
  }
}

/** A chat file of Qwen Code. */
export const qwenSession: TraceReader = {
  id: 'qwen-session',
  title: 'Qwen Code chat (JSONL)',
  harness: 'qwen',
  visibility: 'persisted',
  tokenRule: 'row id; for child agents the response id',
  claims: (row) =>
    Object.hasOwn(row, 'uuid') && Object.hasOwn(row, 'sessionId') && Object.hasOwn(row, 'provenance'),
  open: (builder) => new QwenSession(builder),
};

import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import type { EventFacts, TraceBuilder } from '../../building/builder.ts';
import type { MessagePayload, ResultPayload } from '../../payload.ts';
import { flagAt, known, listAt, needObject, needText, numberAt, objectAt, textAt } from '../fields.ts';
import type { RecordReader, TraceReader } from '../reader.ts';
import { checkProgram } from '../versions.ts';
import { emitBlocks } from './blocks.ts';
import { anthropicUsage } from './usage.ts';

/** What stands beside a result in the stream. */
function besideResult(row: JsonObject): Partial<ResultPayload> {
  const beside = row['tool_use_result'];
  if (!isJsonObject(beside)) return {};
  return flagAt(beside, 'interrupted') === true ? { status: 'interrupted' } : {};
}

/** The stream of Claude Code, whose form Qwen Code shares. */
class StreamJson implements RecordReader {
  readonly #builder: TraceBuilder;

  constructor(builder: TraceBuilder) {
    this.#builder = builder;
  }

  read(row: JsonObject): void {
    const type = needText(row, 'type');
    const session = textAt(row, 'session_id');
    if (session !== undefined) this.#builder.sessions.add(session);
    const parentCall = textAt(row, 'parent_tool_use_id');
    const facts: EventFacts = {
      native: {
        ...known('session', session),
        ...known('agent', parentCall),
        ...known('message', textAt(row, 'uuid')),
      },
      parents: parentCall === undefined ? [] : [parentCall],
      ...known('time', textAt(row, 'timestamp')),
    };
    this.#builder.ends = type === 'result' ? 'closed' : 'open';
    if (!this.#one(type, row, facts)) {
      this.#builder.problemOnce(
        `type ${type}`,
        'unknown-record',
        `records of type ${type} are kept raw`,
        'type',
      );
      this.#builder.raw(`an event of type ${type}, which is not known`, row);
    }
  }

  #one(type: string, row: JsonObject, facts: EventFacts): boolean {
    switch (type) {
      case 'system':
        this.#system(row, facts);
        return true;
      case 'assistant':
      case 'user':
        this.#message(type, row, facts);
        return true;
      case 'stream_event': {
        const event = needObject(row, 'event');
        const delta = objectAt(event, 'delta');
        this.#builder.emit(
          {
            kind: 'chunk',
            of: needText(event, 'type'),
            ...known('text', textAt(delta, 'text') ?? textAt(delta, 'partial_json')),
          },
          facts,
        );
        return true;
      }
      case 'result':
        this.#result(row, facts);
        return true;
      case 'rate_limit_event':
      case 'tool_progress':
      case 'auth_status':
      case 'keep_alive': {
        this.#builder.emit({ kind: 'setting', name: type, value: row }, facts);
        return true;
      }
      default:
        return false;
    }
  }

  #system(row: JsonObject, facts: EventFacts): void {
    const subtype = needText(row, 'subtype');
    if (subtype === 'compact_boundary') {
      const metadata = objectAt(row, 'compact_metadata');
      this.#builder.emit(
        {
          kind: 'compaction',
          ...known('trigger', textAt(metadata, 'trigger')),
          ...known('tokensBefore', numberAt(metadata, 'pre_tokens')),
        },
        facts,
      );
      return;
    }
    if (subtype !== 'init') {
      this.#builder.emit({ kind: 'setting', name: `system ${subtype}`, value: row }, facts);
      return;
    }
    const version = textAt(row, 'claude_code_version');
    if (version !== undefined) {
      checkProgram(this.#builder, 'claude_code_version', version, '2.1.332');
      this.#builder.harness = 'claude';
    }
    if (Object.hasOwn(row, 'qwen_code_version')) this.#builder.harness = 'qwen';
    checkProgram(this.#builder, 'qwen_code_version', row['qwen_code_version'], '0.24.4');
    this.#builder.emit(
      {
        kind: 'session',
        phase: 'start',
        ...known('harness', this.#builder.harness),
        ...known('version', version),
        ...known('model', textAt(row, 'model')),
        ...known('cwd', textAt(row, 'cwd')),
      },
      facts,
    );
    const tools: JsonValue | undefined = row['tools'];
    this.#builder.emit(
      {
        kind: 'declarations',
        tools: Array.isArray(tools)
          ? (tools as readonly JsonValue[]).map((tool) => ({ name: String(tool) }))
          : null,
      },
      facts,
    );
  }

  #message(type: 'assistant' | 'user', row: JsonObject, facts: EventFacts): void {
    const message = needObject(row, 'message');
    const origin: MessagePayload['origin'] =
      type === 'assistant' ? 'model' : flagAt(row, 'isSynthetic') === true ? 'harness' : undefined;
    emitBlocks(
      this.#builder,
      message['content'] ?? null,
      { role: type, ...known('origin', origin) },
      facts,
      () => besideResult(row),
    );
    for (const meta of listAt(row, 'tool_result_meta').filter(isJsonObject)) {
      const decision = objectAt(meta, 'permission_decision');
      this.#builder.emit(
        {
          kind: 'approval',
          decision: textAt(decision, 'decision') ?? 'unknown',
          ...known('by', textAt(decision, 'source')),
          ...known('reason', textAt(decision, 'reason_type')),
        },
        { ...facts, native: { ...facts.native, ...known('call', textAt(meta, 'id')) } },
      );
    }
    const usage = message['usage'];
    const id = textAt(message, 'id');
    if (isJsonObject(usage) && id !== undefined)
      this.#builder.emit(anthropicUsage(usage, id, 'response', textAt(message, 'model')), facts);
  }

  #result(row: JsonObject, facts: EventFacts): void {
    for (const denial of listAt(row, 'permission_denials').filter(isJsonObject))
      this.#builder.emit(
        { kind: 'approval', decision: 'denied', ...known('reason', textAt(denial, 'tool_name')) },
        { ...facts, native: { ...facts.native, ...known('call', textAt(denial, 'tool_use_id')) } },
      );
    if (flagAt(row, 'is_error') === true)
      this.#builder.emit(
        {
          kind: 'error',
          message: textAt(row, 'result') ?? textAt(objectAt(row, 'error'), 'message') ?? 'no message',
          ...known('code', textAt(row, 'subtype')),
        },
        facts,
      );
    const usage = row['usage'];
    if (isJsonObject(usage))
      this.#builder.emit(anthropicUsage(usage, facts.native?.session ?? '', 'session'), facts);
    this.#builder.emit({ kind: 'session', phase: 'end', ...known('reason', textAt(row, 'subtype')) }, facts);
  }
}

/** What Claude Code and Qwen Code print with `--output-format stream-json`. */
export const streamJson: TraceReader = {
  id: 'stream-json',
  title: 'Claude Code or Qwen Code --output-format stream-json events (JSONL)',
  visibility: 'persisted',
  tokenRule: 'message id; the printed figures of a response are replaced by later ones',
  claims: (row) =>
    Object.hasOwn(row, 'session_id') &&
    ['system', 'assistant', 'user', 'result', 'stream_event'].includes(String(row['type'])) &&
    !Object.hasOwn(row, 'stats'),
  open: (builder) => new StreamJson(builder),
};

import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import type { EventFacts, TraceBuilder } from '../../building/builder.ts';
import { flagAt, known, needAny, needObject, needText, objectAt, textAt, timeOf } from '../fields.ts';
import type { RecordReader, TraceReader } from '../reader.ts';
import { checkSchema } from '../versions.ts';
import { emitPiMessage, emitPiResult } from './messages.ts';

const TYPES: ReadonlySet<string> = new Set([
  ...[
    'session',
    'agent_start',
    'agent_end',
    'turn_start',
    'turn_end',
    'message_start',
    'message_update',
    'message_end',
  ],
  ...[
    'tool_execution_start',
    'tool_execution_update',
    'tool_execution_end',
    'compaction_start',
    'compaction_end',
  ],
  ...['auto_retry_start', 'auto_retry_end', 'queue_update', 'thinking_level_changed', 'session_info_changed'],
]);

class PiStream implements RecordReader {
  readonly #builder: TraceBuilder;
  #session: string | undefined;

  constructor(builder: TraceBuilder) {
    this.#builder = builder;
  }

  read(row: JsonObject): void {
    const type = needText(row, 'type');
    const facts: EventFacts = {
      native: known('session', this.#session),
      ...known('time', timeOf(row['timestamp'])),
    };
    if (!TYPES.has(type)) {
      this.#builder.problemOnce(
        `type ${type}`,
        'unknown-record',
        `records of type ${type} are kept raw`,
        'type',
      );
      this.#builder.raw(`an event of type ${type}, which is not known`, row);
    } else if (type === 'session') this.#header(row);
    else if (type.startsWith('message_')) this.#message(type, row, facts);
    else if (type.startsWith('tool_execution_')) this.#tool(type, row, facts);
    else this.#phase(type, row, facts);
  }

  #header(row: JsonObject): void {
    checkSchema(this.#builder, 'version', row['version'], 3);
    this.#session = needText(row, 'id');
    this.#builder.ends = 'open';
    this.#builder.inSession(this.#session);
    this.#builder.emit(
      { kind: 'session', phase: 'start', harness: 'pi', ...known('cwd', textAt(row, 'cwd')) },
      { native: { session: this.#session } },
    );
  }

  #message(type: string, row: JsonObject, facts: EventFacts): void {
    const { parents: _, ...rest } = facts;
    if (type === 'message_end') emitPiMessage(this.#builder, needObject(row, 'message'), rest);
    else if (type === 'message_start')
      this.#builder.emit(
        { kind: 'chunk', of: `message ${textAt(needObject(row, 'message'), 'role') ?? 'unknown'}` },
        rest,
      );
    else {
      const event = needObject(row, 'assistantMessageEvent');
      this.#builder.emit(
        { kind: 'chunk', of: needText(event, 'type'), ...known('text', textAt(event, 'delta')) },
        rest,
      );
    }
  }

  /** The execution of a call is a record of its own beside the conversation. */
  #tool(type: string, row: JsonObject, facts: EventFacts): void {
    const call = needText(row, 'toolCallId');
    const own: EventFacts = {
      ...facts,
      native: { ...facts.native, call },
      channel: 'execution',
      visibility: 'happened',
    };
    if (type === 'tool_execution_start')
      this.#builder.emit({ kind: 'call', name: needText(row, 'toolName'), args: needAny(row, 'args') }, own);
    else if (type === 'tool_execution_update') this.#builder.emit({ kind: 'chunk', of: 'result' }, own);
    else {
      const result = objectAt(row, 'result');
      emitPiResult(
        this.#builder,
        { ...result, toolName: row['toolName'] ?? null, ...known('isError', flagAt(row, 'isError')) },
        call,
        own,
      );
    }
  }

  #phase(type: string, row: JsonObject, facts: EventFacts): void {
    if (type === 'turn_start' || type === 'turn_end') {
      const reason = textAt(objectAt(row, 'message'), 'stopReason');
      this.#builder.emit(
        {
          kind: 'turn',
          of: 'step',
          phase: type === 'turn_start' ? 'start' : 'end',
          ...known('reason', reason),
        },
        facts,
      );
    } else if (type === 'agent_start' || type === 'agent_end') {
      if (type === 'agent_end') this.#builder.ends = 'closed';
      this.#builder.emit(
        { kind: 'turn', of: 'turn', phase: type === 'agent_start' ? 'start' : 'end' },
        facts,
      );
    } else if (type === 'compaction_end') {
      const result = row['result'];
      this.#builder.emit(
        {
          kind: 'compaction',
          ...known('summary', isJsonObject(result) ? textAt(result, 'summary') : undefined),
        },
        facts,
      );
    } else {
      const { type: _, ...value } = row;
      this.#builder.emit({ kind: 'setting', name: type, value }, facts);
    }
  }
}

/** What pi prints in its JSON mode. */
export const piStream: TraceReader = {
  id: 'pi-stream',
  title: 'pi --mode json events (JSONL)',
  harness: 'pi',
  visibility: 'persisted',
  tokenRule: 'session and response id',
  claims: (row) =>
    TYPES.has(String(row['type'])) &&
    (row['type'] !== 'session' || row['version'] === 3) &&
    !Object.hasOwn(row, 'parentId'),
  open: (builder) => new PiStream(builder),
};

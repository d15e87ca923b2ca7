import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import type { EventFacts, TraceBuilder } from '../../building/builder.ts';
import { known, listAt, needObject, needText, numberAt, objectAt, textAt } from '../fields.ts';
import type { RecordReader, TraceReader } from '../reader.ts';
import { checkProgram } from '../versions.ts';
import { emitEventMessage } from './events.ts';
import { emitItem } from './items.ts';
import { responsesUsage } from './usage.ts';

const TYPES: ReadonlySet<string> = new Set([
  ...[
    'session_meta',
    'turn_context',
    'world_state',
    'response_item',
    'event_msg',
    'token_usage_record',
    'compacted',
  ],
]);

class CodexRollout implements RecordReader {
  readonly #builder: TraceBuilder;
  #session: string | undefined;
  #turn: string | undefined;
  readonly #openTurns = new Set<string>();
  /** Sessions that record usage by response: what their other events say of tokens is the same again. */
  readonly #byResponse = new Set<string>();

  constructor(builder: TraceBuilder) {
    this.#builder = builder;
  }

  read(row: JsonObject): void {
    const type = needText(row, 'type');
    const payload = needObject(row, 'payload');
    if (type === 'session_meta') this.#meta(payload);
    const ordinal = numberAt(row, 'ordinal');
    if (ordinal !== undefined)
      this.#builder.sequence.note(
        this.#session ?? '',
        ordinal,
        this.#builder.record,
        'ordinal',
        this.#builder.problem,
      );
    this.#builder.sessions.add(this.#session ?? '(no session)');
    const thread = textAt(payload, 'thread_id');
    if (thread !== undefined && thread !== this.#session)
      this.#builder.problemOnce(
        `thread ${thread}`,
        'interleaved-sessions',
        `a record of thread ${thread} stands in session ${this.#session ?? '(none)'}`,
        'payload.thread_id',
      );
    const facts: EventFacts = {
      native: {
        ...known('session', this.#session),
        ...known('turn', textAt(payload, 'turn_id') ?? this.#turn),
      },
      ...known('time', textAt(row, 'timestamp')),
    };
    if (!this.#one(type, payload, facts)) this.#unknown(type, payload, row);
  }

  #unknown(type: string, payload: JsonObject, row: JsonObject): void {
    const inner = textAt(payload, 'type') ?? textAt(objectAt(payload, 'item'), 'type');
    const name = inner === undefined ? type : `${type} ${inner}`;
    this.#builder.problemOnce(
      `type ${name}`,
      'unknown-record',
      `records of type ${name} are kept raw`,
      'type',
    );
    this.#builder.raw(`a record of type ${name}, which is not known`, row);
  }

  #meta(payload: JsonObject): void {
    checkProgram(this.#builder, 'payload.cli_version', payload['cli_version'], '0.171.0');
    this.#session = needText(payload, 'id');
    if (textAt(payload, 'cli_version') === undefined)
      this.#builder.problem(
        'missing-version',
        'says no version',
        this.#builder.record,
        'payload.cli_version',
      );
    this.#builder.sequence.restart(this.#session);
    this.#builder.inSession(this.#session);
  }

  #one(type: string, payload: JsonObject, facts: EventFacts): boolean {
    switch (type) {
      case 'session_meta':
        this.#start(payload, facts);
        return true;
      case 'turn_context':
        this.#turn = textAt(payload, 'turn_id') ?? this.#turn;
        this.#builder.emit({ kind: 'setting', name: type, value: payload }, facts);
        return true;
      case 'world_state':
        this.#builder.emit({ kind: 'setting', name: type, value: payload }, facts);
        return true;
      case 'response_item':
        return emitItem(this.#builder, payload, {
          ...facts,
          native: { ...facts.native, ...known('message', textAt(payload, 'id')) },
        });
      case 'event_msg':
        return this.#event(payload, facts);
      case 'token_usage_record':
        this.#usage(payload, facts);
        return true;
      case 'compacted':
        this.#builder.emit({ kind: 'compaction', ...known('summary', textAt(payload, 'message')) }, facts);
        return true;
      default:
        return false;
    }
  }

  #start(payload: JsonObject, facts: EventFacts): void {
    const instructions = textAt(objectAt(payload, 'base_instructions'), 'text');
    const parent =
      textAt(payload, 'forked_from_id') ??
      textAt(objectAt(objectAt(objectAt(payload, 'source'), 'subagent'), 'thread_spawn'), 'parent_thread_id');
    this.#builder.emit(
      {
        kind: 'session',
        phase: 'start',
        harness: 'codex',
        ...known('version', textAt(payload, 'cli_version')),
        ...known('cwd', textAt(payload, 'cwd')),
        ...known('parent', parent),
      },
      facts,
    );
    if (instructions !== undefined)
      this.#builder.emit(
        { kind: 'message', role: 'system', origin: 'harness', text: instructions, parts: [] },
        facts,
      );
    const tools = listAt(payload, 'dynamic_tools').filter(isJsonObject);
    if (tools.length > 0)
      this.#builder.emit(
        { kind: 'declarations', tools: tools.map((tool) => ({ name: textAt(tool, 'name') ?? '(no name)' })) },
        facts,
      );
  }

  #event(payload: JsonObject, facts: EventFacts): boolean {
    const type = needText(payload, 'type');
    if (type === 'task_started' || type === 'turn_started') {
      this.#turn = needText(payload, 'turn_id');
      this.#openTurns.add(this.#turn);
      this.#builder.emit({ kind: 'turn', of: 'turn', phase: 'start' }, facts);
    } else if (type === 'task_complete' || type === 'turn_complete' || type === 'turn_aborted') {
      this.#openTurns.delete(textAt(payload, 'turn_id') ?? this.#turn ?? '');
      const reason = textAt(payload, 'reason') ?? (type === 'turn_aborted' ? 'aborted' : 'completed');
      this.#builder.emit(
        {
          kind: 'turn',
          of: 'turn',
          phase: 'end',
          reason,
          ...known('milliseconds', numberAt(payload, 'duration_ms')),
        },
        facts,
      );
    } else if (type === 'token_count') this.#tokenCount(payload, facts);
    else return emitEventMessage(this.#builder, payload, facts);
    return true;
  }

  #usage(payload: JsonObject, facts: EventFacts): void {
    this.#byResponse.add(this.#session ?? '');
    const key = `${textAt(payload, 'thread_id') ?? this.#session ?? ''} ${needText(payload, 'response_id')}`;
    this.#builder.emit(responsesUsage(needObject(payload, 'usage'), key, 'response'), facts);
    const thread = payload['thread_token_usage'];
    if (isJsonObject(thread))
      this.#builder.emit(responsesUsage(thread, this.#session ?? '', 'session'), facts);
  }

  #tokenCount(payload: JsonObject, facts: EventFacts): void {
    const info = payload['info'];
    if (!isJsonObject(info)) {
      this.#builder.emit(
        { kind: 'setting', name: 'rate-limits', value: objectAt(payload, 'rate_limits') },
        facts,
      );
      return;
    }
    const total = needObject(info, 'total_token_usage');
    this.#builder.emit(responsesUsage(total, this.#session ?? '', 'session'), facts);
    const last = info['last_token_usage'];
    if (!isJsonObject(last) || this.#byResponse.has(this.#session ?? '')) return;
    const key = `${this.#session ?? ''} at ${numberAt(total, 'total_tokens') ?? 'unknown'}`;
    this.#builder.emit(responsesUsage(last, key, 'response'), {
      ...facts,
      inferred: ['A response is known by the running total of its thread'],
    });
  }

  finish(): void {
    this.#builder.ends = this.#openTurns.size > 0 || this.#turn === undefined ? 'open' : 'closed';
    for (const turn of this.#openTurns)
      this.#builder.problem('turn-not-ended', `turn ${turn} began and did not end`, -1);
  }
}

/** A rollout file of Codex, one for each thread; several may follow one another. */
export const codexRollout: TraceReader = {
  id: 'codex-rollout',
  title: 'Codex rollout (JSONL)',
  harness: 'codex',
  visibility: 'persisted',
  tokenRule: 'thread and response id; where there is none, the running total of the thread',
  claims: (row) => TYPES.has(String(row['type'])) && Object.hasOwn(row, 'payload'),
  open: (builder) => new CodexRollout(builder),
};

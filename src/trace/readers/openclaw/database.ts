import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { type EventFacts, NotUnderstood, type TraceBuilder } from '../../building/builder.ts';
import { flagAt, known, listAt, needAny, needText, numberAt, objectAt, textAt, timeOf } from '../fields.ts';
import { emitPiEntry, emitPiResult, piUsage } from '../pi/messages.ts';
import type { RecordReader, TraceReader } from '../reader.ts';
import { checkProgram, checkSchema } from '../versions.ts';

const TRANSCRIPT_NEWEST = 4;
const TRAJECTORY_NEWEST = 1;

class OpenClawDatabase implements RecordReader {
  readonly #builder: TraceBuilder;

  constructor(builder: TraceBuilder) {
    this.#builder = builder;
  }

  read(row: JsonObject): void {
    const table = needText(row, '_table');
    const session = needText(row, 'session_id');
    const event = isJsonObject(row['event_json']) ? row['event_json'] : row['event_zstd'];
    if (!isJsonObject(event))
      throw new NotUnderstood('event_json', 'has no object in event_json or event_zstd');
    const seq = numberAt(row, 'seq');
    if (seq === undefined) throw new NotUnderstood('seq', 'has no number in seq');
    this.#builder.sessions.add(session);
    this.#builder.sequence.note(
      `${table} ${session}`,
      seq,
      this.#builder.record,
      'seq',
      this.#builder.problem,
    );
    if (table === 'transcript_events') this.#transcript(session, event);
    else if (table === 'trajectory_runtime_events') this.#trajectory(session, row, event);
    else throw new NotUnderstood('_table', `is of table ${table}, which is not known`);
  }

  #transcript(session: string, event: JsonObject): void {
    const type = needText(event, 'type');
    const id = needText(event, 'id');
    const parent = textAt(event, 'parentId');
    if (parent !== undefined) this.#builder.parents.needs(parent, this.#builder.record);
    if (type !== 'session') this.#builder.parents.note(id);
    const facts: EventFacts = {
      native: { session, ...(type === 'session' ? {} : { message: id }) },
      parents: parent === undefined ? [] : [parent],
      ...known('time', timeOf(event['timestamp'])),
      channel: 'transcript',
    };
    if (type === 'session') {
      checkSchema(this.#builder, 'version', event['version'], TRANSCRIPT_NEWEST);
      this.#builder.emit(
        { kind: 'session', phase: 'start', harness: 'openclaw', ...known('cwd', textAt(event, 'cwd')) },
        facts,
      );
    } else if (!emitPiEntry(this.#builder, event, facts)) this.#unknown(type, event);
  }

  #unknown(type: string, event: JsonObject): void {
    this.#builder.problemOnce(
      `type ${type}`,
      'unknown-record',
      `events of type ${type} are kept raw`,
      'type',
    );
    this.#builder.raw(`an event of type ${type}, which is not known`, event);
  }

  #trajectory(session: string, row: JsonObject, event: JsonObject): void {
    checkSchema(this.#builder, 'schemaVersion', needAny(event, 'schemaVersion'), TRAJECTORY_NEWEST);
    const type = needText(event, 'type');
    const data = objectAt(event, 'data');
    const facts: EventFacts = {
      native: { session, ...known('turn', textAt(row, 'run_id')) },
      ...known('time', timeOf(event['ts'])),
      channel: 'trajectory',
      visibility: 'happened',
    };
    const model = textAt(event, 'modelId');
    switch (type) {
      case 'session.started':
        this.#builder.ends = 'open';
        this.#builder.emit(
          {
            kind: 'session',
            phase: 'facts',
            harness: 'openclaw',
            ...known('model', model),
            ...known('cwd', textAt(event, 'workspaceDir')),
          },
          facts,
        );
        return;
      case 'session.ended':
        this.#builder.ends = 'closed';
        this.#builder.emit(
          { kind: 'session', phase: 'end', ...known('reason', textAt(data, 'status')) },
          facts,
        );
        return;
      case 'trace.metadata':
        checkProgram(this.#builder, 'data.harness.version', objectAt(data, 'harness')['version'], '2026.9.6');
        this.#builder.emit({ kind: 'setting', name: type, value: data }, facts);
        return;
      case 'trace.artifacts':
        this.#builder.emit({ kind: 'setting', name: type, value: data }, facts);
        return;
      case 'context.compiled':
        this.#context(data, facts, model);
        return;
      case 'prompt.submitted':
        this.#builder.emit(
          { kind: 'message', role: 'user', text: needText(data, 'prompt'), parts: [] },
          { ...facts, visibility: 'persisted' },
        );
        return;
      case 'model.completed':
        this.#completed(data, facts, model);
        return;
      default:
        this.#tool(type, data, facts, event);
    }
  }

  #tool(type: string, data: JsonObject, facts: EventFacts, event: JsonObject): void {
    if (type !== 'tool.call' && type !== 'tool.result') {
      this.#unknown(type, event);
      return;
    }
    const call = needText(data, 'toolCallId');
    const own: EventFacts = { ...facts, native: { ...facts.native, call } };
    if (type === 'tool.call')
      this.#builder.emit({ kind: 'call', name: needText(data, 'name'), args: needAny(data, 'args') }, own);
    else {
      const success = flagAt(data, 'success');
      const result = {
        ...objectAt(data, 'result'),
        toolName: data['name'] ?? null,
        ...known('isError', success === undefined ? undefined : !success),
      };
      emitPiResult(this.#builder, result, call, own);
    }
  }

  #context(data: JsonObject, facts: EventFacts, model: string | undefined): void {
    this.#builder.emit(
      {
        kind: 'request',
        ...known('model', model),
        messages: listAt(data, 'messages').length,
        ...known('system', textAt(data, 'systemPrompt')),
      },
      facts,
    );
    const tools = listAt(data, 'tools').filter(isJsonObject);
    const named = tools.map((tool) => ({
      name: textAt(tool, 'name') ?? '(no name)',
      ...known('description', textAt(tool, 'description')),
    }));
    this.#builder.emit({ kind: 'declarations', tools: Array.isArray(data['tools']) ? named : null }, facts);
  }

  #completed(data: JsonObject, facts: EventFacts, model: string | undefined): void {
    const failure = textAt(data, 'promptError') ?? textAt(data, 'error');
    if (failure !== undefined) this.#builder.emit({ kind: 'error', message: failure }, facts);
    this.#builder.emit({ kind: 'turn', of: 'turn', phase: 'end' }, facts);
    const usage = data['usage'];
    if (isJsonObject(usage))
      this.#builder.emit(piUsage(usage, `turn ${facts.native?.turn ?? ''}`, 'turn', model), facts);
  }

  finish(): void {
    this.#builder.parents.finish(this.#builder.problem, 'event_json.parentId');
  }
}

/** The agent database of OpenClaw: transcript and trajectory, each with its own record of calls and results. */
export const openclawDatabase: TraceReader = {
  id: 'openclaw-database',
  title: 'OpenClaw agent database (SQLite, or its rows as JSONL)',
  harness: 'openclaw',
  visibility: 'persisted',
  tokenRule: 'session and response id of the transcript; totals of the trajectory are not added',
  claims: (row) => row['_table'] === 'transcript_events' || row['_table'] === 'trajectory_runtime_events',
  open: (builder) => new OpenClawDatabase(builder),
};

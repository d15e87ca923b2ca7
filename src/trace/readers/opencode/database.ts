import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { type EventFacts, NotUnderstood, type TraceBuilder } from '../../building/builder.ts';
import { known, needObject, needText, numberAt, objectAt, textAt, timeOf } from '../fields.ts';
import type { RecordReader, TraceReader } from '../reader.ts';
import { checkProgram } from '../versions.ts';
import { emitPart, opencodeUsage } from './parts.ts';

type Role = 'user' | 'assistant';

class OpencodeDatabase implements RecordReader {
  readonly #builder: TraceBuilder;
  readonly #roles = new Map<string, Role>();
  readonly #sessions = new Set<string>();
  readonly #unfinished = new Set<string>();
  readonly #last = new Map<string, string>();

  constructor(builder: TraceBuilder) {
    this.#builder = builder;
  }

  read(row: JsonObject): void {
    const table = needText(row, '_table');
    const id = needText(row, 'id');
    this.#inOrder(table, id, textAt(row, 'session_id') ?? '');
    if (table === 'session') this.#session(id, row);
    else if (table === 'message') this.#message(id, row);
    else if (table === 'part') this.#part(id, row);
    else throw new NotUnderstood('_table', `is of table ${table}, which is not known`);
  }

  /** Ids of messages and parts go up as they are made. */
  #inOrder(table: string, id: string, session: string): void {
    if (table === 'session') return;
    const scope = `${table} ${session}`;
    const last = this.#last.get(scope);
    this.#builder.sequence.checked += 1;
    if (last !== undefined && id < last) {
      this.#builder.sequence.broken += 1;
      this.#builder.problem('out-of-order', `${id} stands after ${last}`, this.#builder.record, 'id');
    }
    this.#last.set(scope, id);
  }

  #session(id: string, row: JsonObject): void {
    checkProgram(this.#builder, 'version', row['version'], '1.18.33');
    this.#sessions.add(id);
    this.#builder.sessions.add(id);
    const parent = textAt(row, 'parent_id');
    const facts: EventFacts = { native: { session: id }, ...known('time', timeOf(row['time_created'])) };
    this.#builder.emit(
      {
        kind: 'session',
        phase: 'start',
        harness: 'opencode',
        ...known('version', textAt(row, 'version')),
        ...known('cwd', textAt(row, 'directory')),
        ...known('parent', parent),
      },
      facts,
    );
    if (parent !== undefined)
      this.#builder.emit({ kind: 'child', phase: 'start', child: id }, { native: { session: parent } });
  }

  #belongs(session: string): void {
    if (this.#sessions.has(session)) return;
    this.#builder.problemOnce(
      `session ${session}`,
      'missing-parent',
      `session ${session} is not there`,
      'session_id',
    );
  }

  #message(id: string, row: JsonObject): void {
    const session = needText(row, 'session_id');
    const data = needObject(row, 'data');
    const role = needText(data, 'role');
    if (role !== 'user' && role !== 'assistant')
      throw new NotUnderstood('data.role', `has the role ${role}, which is not known`);
    this.#belongs(session);
    this.#roles.set(id, role);
    const parent = textAt(data, 'parentID');
    const facts: EventFacts = {
      native: { session, message: id },
      parents: parent === undefined ? [] : [parent],
      ...known('time', timeOf(row['time_created'])),
    };
    if (role === 'user') {
      this.#builder.emit(
        {
          kind: 'setting',
          name: 'user message',
          value: { agent: data['agent'] ?? null, model: data['model'] ?? null },
        },
        facts,
      );
      return;
    }
    const finish = textAt(data, 'finish');
    const failure = data['error'];
    if (finish === undefined && failure === undefined) this.#unfinished.add(id);
    const model = textAt(data, 'modelID');
    this.#builder.emit(
      { kind: 'response', calls: [], ...known('model', model), ...known('stop', finish) },
      facts,
    );
    if (isJsonObject(failure)) {
      const message = textAt(objectAt(failure, 'data'), 'message') ?? JSON.stringify(failure);
      this.#builder.emit({ kind: 'error', message, ...known('code', textAt(failure, 'name')) }, facts);
    }
    const tokens = data['tokens'];
    if (isJsonObject(tokens) && numberAt(objectAt(data, 'time'), 'completed') !== undefined)
      this.#builder.emit(opencodeUsage(tokens, id, 'response', model), facts);
  }

  #part(id: string, row: JsonObject): void {
    const message = needText(row, 'message_id');
    const session = needText(row, 'session_id');
    const data = needObject(row, 'data');
    const role = this.#roles.get(message);
    if (role === undefined)
      this.#builder.problemOnce(
        `message ${message}`,
        'missing-parent',
        `message ${message} of part ${id} is not there`,
        'message_id',
      );
    const facts: EventFacts = {
      native: { session, message },
      parents: [message],
      ...known('time', timeOf(row['time_created'])),
    };
    if (emitPart(this.#builder, data, role, facts)) return;
    const type = textAt(data, 'type') ?? 'none';
    this.#builder.problemOnce(
      `type ${type}`,
      'unknown-record',
      `parts of type ${type} are kept raw`,
      'data.type',
    );
    this.#builder.raw(`a part of type ${type}, which is not known`, row);
  }

  finish(): void {
    this.#builder.ends = this.#unfinished.size > 0 || this.#roles.size === 0 ? 'open' : 'closed';
    for (const id of this.#unfinished)
      this.#builder.problem('message-not-ended', `message ${id} began and did not finish`, -1);
  }
}

/** The database of opencode: sessions, messages and their parts. */
export const opencodeDatabase: TraceReader = {
  id: 'opencode-database',
  title: 'opencode database (SQLite, or its rows as JSONL)',
  harness: 'opencode',
  visibility: 'persisted',
  tokenRule: 'message id',
  claims: (row) => row['_table'] === 'session' || row['_table'] === 'message' || row['_table'] === 'part',
  open: (builder) => new OpencodeDatabase(builder),
};

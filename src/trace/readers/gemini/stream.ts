import type { JsonObject } from '../../../core/json.ts';
import type { EventFacts, TraceBuilder } from '../../building/builder.ts';
import { contentOf, known, needAny, needText, numberAt, objectAt, textAt } from '../fields.ts';
import type { RecordReader, TraceReader } from '../reader.ts';

class GeminiStream implements RecordReader {
  readonly #builder: TraceBuilder;
  #session: string | undefined;

  constructor(builder: TraceBuilder) {
    this.#builder = builder;
  }

  read(row: JsonObject): void {
    const type = needText(row, 'type');
    this.#session = textAt(row, 'session_id') ?? this.#session;
    if (this.#session !== undefined) this.#builder.inSession(this.#session);
    const facts: EventFacts = {
      native: known('session', this.#session),
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
      case 'init':
        this.#builder.emit(
          { kind: 'session', phase: 'start', harness: 'gemini', ...known('model', textAt(row, 'model')) },
          facts,
        );
        return true;
      case 'message': {
        const user = needText(row, 'role') === 'user';
        const { text = '', parts } = contentOf(needAny(row, 'content'));
        this.#builder.emit(
          {
            kind: 'message',
            role: user ? 'user' : 'assistant',
            origin: user ? 'user' : 'model',
            text,
            parts,
          },
          facts,
        );
        return true;
      }
      case 'tool_use':
        this.#builder.emit(
          { kind: 'call', name: needText(row, 'tool_name'), args: needAny(row, 'parameters') },
          { ...facts, native: { ...facts.native, call: needText(row, 'tool_id') } },
        );
        return true;
      case 'tool_result':
        this.#result(row, facts);
        return true;
      case 'error':
        this.#builder.emit(
          {
            kind: 'error',
            message: textAt(row, 'message') ?? 'no message',
            ...known('code', textAt(row, 'severity')),
          },
          facts,
        );
        return true;
      case 'result':
        this.#end(row, facts);
        return true;
      default:
        return false;
    }
  }

  #result(row: JsonObject, facts: EventFacts): void {
    const status = needText(row, 'status');
    const failure = textAt(objectAt(row, 'error'), 'message');
    this.#builder.emit(
      {
        kind: 'result',
        status,
        isError: status !== 'success',
        ...known('text', textAt(row, 'output') ?? failure),
        parts: [],
      },
      { ...facts, native: { ...facts.native, call: needText(row, 'tool_id') } },
    );
  }

  #end(row: JsonObject, facts: EventFacts): void {
    const stats = objectAt(row, 'stats');
    const failure = textAt(objectAt(row, 'error'), 'message');
    if (failure !== undefined) this.#builder.emit({ kind: 'error', message: failure }, facts);
    this.#builder.emit(
      {
        kind: 'usage',
        scope: 'session',
        key: this.#session ?? '',
        ...known('input', numberAt(stats, 'input_tokens')),
        ...known('output', numberAt(stats, 'output_tokens')),
        ...known('cached', numberAt(stats, 'cached')),
      },
      facts,
    );
    this.#builder.emit({ kind: 'session', phase: 'end', ...known('reason', textAt(row, 'status')) }, facts);
  }
}

/** What `gemini --output-format stream-json` prints. */
export const geminiStream: TraceReader = {
  id: 'gemini-stream',
  title: 'gemini --output-format stream-json events (JSONL)',
  harness: 'gemini',
  visibility: 'persisted',
  tokenRule: 'none: only totals are printed',
  claims: (row) =>
    (row['type'] === 'init' && Object.hasOwn(row, 'session_id')) ||
    ((row['type'] === 'tool_use' || row['type'] === 'tool_result') && Object.hasOwn(row, 'tool_id')) ||
    (row['type'] === 'message' && Object.hasOwn(row, 'role') && !Object.hasOwn(row, 'id')) ||
    (row['type'] === 'result' && Object.hasOwn(row, 'stats')),
  open: (builder) => new GeminiStream(builder),
};

import type { JsonObject } from '../../../core/json.ts';
import type { EventFacts, TraceBuilder } from '../../building/builder.ts';
import { known, needText, textAt, timeOf } from '../fields.ts';
import type { RecordReader, TraceReader } from '../reader.ts';
import { checkSchema } from '../versions.ts';
import { emitPiEntry } from './messages.ts';

const NEWEST = 3;
const ENTRIES: ReadonlySet<string> = new Set([
  ...['session', 'message', 'model_change', 'thinking_level_change', 'compaction', 'branch_summary'],
  ...['custom', 'custom_message', 'label', 'session_info'],
]);

class PiSession implements RecordReader {
  readonly #builder: TraceBuilder;
  #session: string | undefined;

  constructor(builder: TraceBuilder) {
    this.#builder = builder;
  }

  read(row: JsonObject): void {
    const type = needText(row, 'type');
    if (type === 'session') {
      this.#header(row);
      return;
    }
    const id = needText(row, 'id');
    const parent = textAt(row, 'parentId');
    if (parent !== undefined) this.#builder.parents.needs(`${this.#session} ${parent}`, this.#builder.record);
    this.#builder.parents.note(`${this.#session} ${id}`);
    const facts: EventFacts = {
      native: { ...known('session', this.#session), message: id },
      parents: parent === undefined ? [] : [parent],
      ...known('time', timeOf(row['timestamp'])),
    };
    if (emitPiEntry(this.#builder, row, facts)) return;
    this.#builder.problemOnce(
      `type ${type}`,
      'unknown-record',
      `records of type ${type} are kept raw`,
      'type',
    );
    this.#builder.raw(`an entry of type ${type}, which is not known`, row);
  }

  #header(row: JsonObject): void {
    checkSchema(this.#builder, 'version', row['version'], NEWEST);
    this.#session = needText(row, 'id');
    this.#builder.inSession(this.#session);
    this.#builder.emit(
      {
        kind: 'session',
        phase: 'start',
        harness: 'pi',
        ...known('cwd', textAt(row, 'cwd')),
        ...known('parent', textAt(row, 'parentSession')),
      },
      { native: { session: this.#session }, ...known('time', timeOf(row['timestamp'])) },
    );
  }

  finish(): void {
    this.#builder.parents.finish(this.#builder.problem, 'parentId');
  }
}

/** A session file of pi: a tree of entries. */
export const piSession: TraceReader = {
  id: 'pi-session',
  title: 'pi session (JSONL)',
  harness: 'pi',
  visibility: 'persisted',
  tokenRule: 'session and response id',
  claims: (row) =>
    ENTRIES.has(String(row['type'])) &&
    typeof row['id'] === 'string' &&
    (Object.hasOwn(row, 'parentId') || (row['type'] === 'session' && row['createdAt'] === undefined)),
  open: (builder) => new PiSession(builder),
};

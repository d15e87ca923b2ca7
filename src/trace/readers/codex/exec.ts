import type { JsonObject } from '../../../core/json.ts';
import type { EventFacts, TraceBuilder } from '../../building/builder.ts';
import type { ProcessPayload } from '../../payload.ts';
import { contentOf, known, listAt, needObject, needText, numberAt, objectAt, textAt } from '../fields.ts';
import type { RecordReader, TraceReader } from '../reader.ts';
import { responsesUsage } from './usage.ts';

const TYPE =
  /^(?:thread\.started|turn\.(?:started|completed|failed)|item\.(?:started|updated|completed)|error)$/;
/** Items that are calls: their start and their end are call and result. */
const CALLS: ReadonlySet<string> = new Set([
  'command_execution',
  'mcp_tool_call',
  'collab_tool_call',
  'web_search',
  'file_change',
]);

class CodexExec implements RecordReader {
  readonly #builder: TraceBuilder;
  #thread: string | undefined;
  readonly #started = new Set<string>();

  constructor(builder: TraceBuilder) {
    this.#builder = builder;
  }

  read(row: JsonObject): void {
    const type = needText(row, 'type');
    const facts: EventFacts = { native: known('session', this.#thread) };
    if (type === 'thread.started') {
      this.#thread = needText(row, 'thread_id');
      this.#builder.ends = 'open';
      this.#builder.inSession(this.#thread);
      this.#builder.emit(
        { kind: 'session', phase: 'start', harness: 'codex' },
        { native: { session: this.#thread } },
      );
    } else if (type.startsWith('item.')) this.#item(type, needObject(row, 'item'), facts, row);
    else if (type.startsWith('turn.')) this.#turn(type, row, facts);
    else if (type === 'error')
      this.#builder.emit({ kind: 'error', message: needText(row, 'message') }, facts);
    else this.#unknown(type, row);
  }

  #unknown(type: string, row: JsonObject): void {
    this.#builder.problemOnce(
      `type ${type}`,
      'unknown-record',
      `records of type ${type} are kept raw`,
      'type',
    );
    this.#builder.raw(`an event of type ${type}, which is not known`, row);
  }

  #turn(type: string, row: JsonObject, facts: EventFacts): void {
    this.#builder.ends = type === 'turn.started' ? 'open' : 'closed';
    if (type === 'turn.failed')
      this.#builder.emit(
        { kind: 'error', message: textAt(objectAt(row, 'error'), 'message') ?? 'the turn failed' },
        facts,
      );
    this.#builder.emit(
      { kind: 'turn', of: 'turn', phase: type === 'turn.started' ? 'start' : 'end', reason: type.slice(5) },
      facts,
    );
    const usage = row['usage'];
    // The figures go on growing from turn to turn, so they are never added up.
    if (usage !== undefined)
      this.#builder.emit(responsesUsage(objectAt(row, 'usage'), this.#thread ?? '', 'session'), facts);
  }

  #item(type: string, item: JsonObject, facts: EventFacts, row: JsonObject): void {
    const kind = needText(item, 'type');
    const id = needText(item, 'id');
    const own: EventFacts = { ...facts, native: { ...facts.native, call: id } };
    if (CALLS.has(kind)) this.#call(type, kind, item, own);
    else if (kind === 'agent_message')
      this.#builder.emit(
        { kind: 'message', role: 'assistant', origin: 'model', text: needText(item, 'text'), parts: [] },
        facts,
      );
    else if (kind === 'reasoning')
      this.#builder.emit(
        {
          kind: 'message',
          role: 'assistant',
          origin: 'model',
          text: '',
          reasoning: needText(item, 'text'),
          parts: [],
        },
        facts,
      );
    else if (kind === 'error')
      this.#builder.emit({ kind: 'error', message: needText(item, 'message') }, facts);
    else if (kind === 'todo_list' || kind === 'plan_update')
      this.#builder.emit({ kind: 'setting', name: kind, value: item }, facts);
    else this.#unknown(`${type} ${kind}`, row);
  }

  #call(type: string, kind: string, item: JsonObject, facts: EventFacts): void {
    const id = facts.native?.call ?? '';
    const command = textAt(item, 'command');
    if (type === 'item.updated') {
      this.#builder.emit({ kind: 'chunk', of: kind }, facts);
      return;
    }
    if (!this.#started.has(id)) {
      this.#started.add(id);
      const inferred = type === 'item.started' ? [] : ['The item came completed: its start was not told'];
      this.#builder.emit(
        {
          kind: 'call',
          name: textAt(item, 'tool') ?? kind,
          args: item['arguments'] ?? (command === undefined ? item : { command }),
        },
        { ...facts, inferred },
      );
    }
    if (type === 'item.started') return;
    const exitCode = numberAt(item, 'exit_code');
    const failed =
      textAt(item, 'status') === 'failed' || textAt(objectAt(item, 'error'), 'message') !== undefined;
    const content = contentOf(item['aggregated_output'] ?? objectAt(item, 'result')['content']);
    this.#builder.emit(
      {
        kind: 'result',
        ...content,
        ...known('exitCode', exitCode),
        ...known('status', textAt(item, 'status')),
        ...(failed ? { isError: true } : {}),
      },
      facts,
    );
    if (kind === 'file_change')
      this.#builder.emit(
        {
          kind: 'file-change',
          paths: listAt(item, 'changes').map((change) => textAt(change as JsonObject, 'path') ?? '(no path)'),
        },
        facts,
      );
    if (command === undefined) return;
    const process: ProcessPayload = {
      kind: 'process',
      phase: 'end',
      command,
      ...known('exitCode', exitCode),
      ...known('output', textAt(item, 'aggregated_output')),
    };
    this.#builder.emit(process, { ...facts, visibility: 'happened' });
  }
}

/** What `codex exec --json` prints. */
export const codexExec: TraceReader = {
  id: 'codex-stream',
  title: 'codex exec --json events (JSONL)',
  harness: 'codex',
  visibility: 'persisted',
  tokenRule: 'none: the printed figures are running totals',
  claims: (row) =>
    TYPE.test(String(row['type'])) && !Object.hasOwn(row, 'payload') && !Object.hasOwn(row, 'sessionID'),
  open: (builder) => new CodexExec(builder),
};

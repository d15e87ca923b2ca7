import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import type { EventFacts, TraceBuilder } from '../../building/builder.ts';
import type { ResultPayload } from '../../payload.ts';
import {
  contentOf,
  flagAt,
  known,
  listAt,
  needObject,
  needText,
  numberAt,
  objectAt,
  textAt,
} from '../fields.ts';
import { BackgroundTasks, taskOf } from '../notices.ts';
import type { RecordReader, TraceReader } from '../reader.ts';
import { checkProgram } from '../versions.ts';
import { emitBlocks } from './blocks.ts';
import { anthropicUsage } from './usage.ts';

const NEWEST = '2.1.332';

/** Rows that hold a setting or a note of the harness for itself. */
const SETTINGS: ReadonlySet<string> = new Set([
  'last-prompt',
  'tools-used',
  'cost-state',
  'atis-latch',
  'mode',
  'permission-mode',
  'summary',
  'custom-title',
  'ai-title',
  'agent-name',
  'agent-setting',
  'file-history-snapshot',
  'api-request-shape',
  'tag',
  'pr-link',
]);

/** What the harness keeps beside a result block, in the same row. */
function besideResult(row: JsonObject): Partial<ResultPayload> {
  const beside = row['toolUseResult'];
  if (!isJsonObject(beside)) return {};
  const cut = textAt(beside, 'persistedOutputPath') ?? textAt(beside, 'rawOutputPath');
  return {
    ...known(
      'status',
      textAt(beside, 'status') ?? (flagAt(beside, 'interrupted') === true ? 'interrupted' : undefined),
    ),
    ...known('exitCode', numberAt(beside, 'exitCode') ?? numberAt(beside, 'code')),
    ...known('milliseconds', numberAt(beside, 'durationMs') ?? numberAt(beside, 'totalDurationMs')),
    ...known('truncated', flagAt(beside, 'truncated') ?? (cut === undefined ? undefined : true)),
  };
}

class ClaudeSession implements RecordReader {
  readonly #builder: TraceBuilder;
  readonly #tasks = new BackgroundTasks();

  constructor(builder: TraceBuilder) {
    this.#builder = builder;
  }

  read(row: JsonObject): void {
    const type = needText(row, 'type');
    checkProgram(this.#builder, 'version', row['version'], NEWEST);
    const facts = this.#facts(row);
    const session = facts.native?.session;
    if (session !== undefined)
      this.#builder.inSession(`${session}${facts.native?.agent ? `/${facts.native.agent}` : ''}`);
    if (this.#repeated(row, facts)) return;
    this.#follow(row);
    if (!this.#one(type, row, facts)) this.#unknown(type, row);
  }

  #one(type: string, row: JsonObject, facts: EventFacts): boolean {
    if (SETTINGS.has(type)) {
      const { type: _, sessionId: __, ...value } = row;
      this.#builder.emit({ kind: 'setting', name: type, value }, facts);
      return true;
    }
    const rows: Readonly<Record<string, (row: JsonObject, facts: EventFacts) => void>> = {
      user: this.#user,
      assistant: this.#assistant,
      attachment: this.#attachment,
      'queue-operation': this.#queue,
      'api-request-blob': this.#blob,
      'api-request': this.#request,
      system: this.#system,
      progress: this.#progress,
    };
    if (!Object.hasOwn(rows, type)) return false;
    rows[type]?.(row, facts);
    return true;
  }

  #unknown(type: string, row: JsonObject): void {
    this.#builder.problemOnce(
      `type ${type}`,
      'unknown-record',
      `records of type ${type} are kept raw`,
      'type',
    );
    this.#builder.raw(`a row of type ${type}, which is not known`, row);
  }

  #facts(row: JsonObject): EventFacts {
    const message = objectAt(row, 'message');
    const parent = textAt(row, 'parentUuid') ?? textAt(row, 'logicalParentUuid');
    return {
      native: {
        ...known('session', textAt(row, 'sessionId')),
        ...known('agent', textAt(row, 'agentId')),
        ...known('turn', textAt(row, 'promptId')),
        ...known('message', textAt(row, 'uuid') ?? textAt(message, 'id')),
        ...known('request', textAt(row, 'requestRef') ?? textAt(row, 'requestId')),
      },
      parents: parent === undefined ? [] : [parent],
      ...known('time', textAt(row, 'timestamp')),
    };
  }

  /** A row that a resume or a fork copied says nothing new. */
  #repeated(row: JsonObject, facts: EventFacts): boolean {
    const uuid = textAt(row, 'uuid');
    if (uuid === undefined || !this.#builder.parents.has(uuid)) return false;
    this.#builder.problem(
      'repeated-record',
      `row ${uuid} stands a second time and is counted once`,
      this.#builder.record,
      'uuid',
    );
    this.#builder.emit({ kind: 'setting', name: 'repeated-record', value: uuid }, facts);
    return true;
  }

  #follow(row: JsonObject): void {
    const parent = textAt(row, 'parentUuid');
    if (parent !== undefined) this.#builder.parents.needs(parent, this.#builder.record);
    const uuid = textAt(row, 'uuid');
    if (uuid !== undefined) this.#builder.parents.note(uuid);
  }

  readonly #user = (row: JsonObject, facts: EventFacts): void => {
    const message = needObject(row, 'message');
    const origin = objectAt(row, 'origin');
    const background = textAt(origin, 'kind') === 'task-notification';
    const harness = background || flagAt(row, 'isMeta') === true || flagAt(row, 'isCompactSummary') === true;
    const { text } = contentOf(message['content']);
    if (flagAt(row, 'isCompactSummary') === true)
      this.#builder.emit({ kind: 'compaction', ...known('summary', text) }, facts);
    emitBlocks(
      this.#builder,
      message['content'] ?? null,
      { role: 'user', ...(harness ? { origin: 'harness' } : {}) },
      facts,
      () => besideResult(row),
    );
    this.#beside(row, facts);
    const task = taskOf(text);
    if (!background && task === undefined) return;
    if (task !== undefined) this.#tasks.delivered(task);
    this.#builder.emit(
      { kind: 'notice', phase: 'delivered', of: 'background', ...known('task', task) },
      facts,
    );
  };

  #beside(row: JsonObject, facts: EventFacts): void {
    const permission = row['permissionDecision'];
    if (isJsonObject(permission)) {
      const decision = textAt(permission, 'decision') ?? 'unknown';
      this.#builder.emit(
        {
          kind: 'approval',
          decision,
          ...known('by', textAt(permission, 'source')),
          ...known('reason', textAt(permission, 'reasonType')),
        },
        facts,
      );
    }
    const beside = row['toolUseResult'];
    if (!isJsonObject(beside)) return;
    const child = textAt(beside, 'agentId');
    if (child !== undefined) {
      const asynchronous = flagAt(beside, 'isAsync') === true;
      this.#builder.emit(
        {
          kind: 'child',
          phase: asynchronous ? 'start' : 'end',
          child,
          ...known('prompt', textAt(beside, 'prompt')),
          ...known('status', textAt(beside, 'status')),
        },
        facts,
      );
    }
    const path = textAt(beside, 'filePath');
    const change = beside['structuredPatch'] === undefined ? undefined : (textAt(beside, 'type') ?? 'update');
    if (path !== undefined && change !== undefined)
      this.#builder.emit({ kind: 'file-change', paths: [path], change }, facts);
    const stdout = textAt(beside, 'stdout');
    if (stdout !== undefined) {
      this.#builder.emit(
        { kind: 'process', phase: 'end', output: stdout, ...known('errorOutput', textAt(beside, 'stderr')) },
        facts,
      );
    }
  }

  readonly #assistant = (row: JsonObject, facts: EventFacts): void => {
    const message = needObject(row, 'message');
    const synthetic =
      textAt(message, 'model') === '<synthetic>' ? 'written by the harness, not by a model' : undefined;
    emitBlocks(
      this.#builder,
      message['content'] ?? null,
      { role: 'assistant', origin: synthetic ? 'harness' : 'model' },
      { ...facts, ...known('synthetic', synthetic) },
    );
    if (flagAt(row, 'isApiErrorMessage') === true) {
      const { text = '' } = contentOf(message['content']);
      this.#builder.emit({ kind: 'error', message: text, ...known('code', textAt(row, 'error')) }, facts);
    }
    const usage = message['usage'];
    const id = textAt(message, 'id');
    if (!isJsonObject(usage) || id === undefined || synthetic !== undefined) return;
    const request = textAt(row, 'requestId') ?? textAt(row, 'requestRef') ?? '';
    this.#builder.emit(
      anthropicUsage(usage, `${id} ${request}`, 'response', textAt(message, 'model')),
      facts,
    );
  };

  readonly #attachment = (row: JsonObject, facts: EventFacts): void => {
    const attachment = needObject(row, 'attachment');
    const role = textAt(row, 'renderedRole') === 'system' ? 'system' : 'user';
    const { text, parts } = contentOf(
      listAt(row, 'rendered').map((item) => (isJsonObject(item) ? (item['content'] ?? null) : item)),
    );
    if (text !== undefined && text !== '')
      this.#builder.emit({ kind: 'message', role, origin: 'harness', text, parts }, facts);
    else
      this.#builder.emit(
        { kind: 'setting', name: `attachment ${textAt(attachment, 'type') ?? 'unknown'}`, value: attachment },
        facts,
      );
  };

  readonly #queue = (row: JsonObject, facts: EventFacts): void => {
    const operation = needText(row, 'operation');
    const text = textAt(row, 'content');
    const task = taskOf(text);
    const phase = operation === 'enqueue' ? 'accepted' : operation === 'dequeue' ? 'delivered' : 'removed';
    if (task !== undefined && phase === 'accepted') this.#tasks.accepted(task, this.#builder.record);
    this.#builder.emit(
      {
        kind: 'notice',
        phase,
        of: task === undefined ? 'prompt' : 'background',
        ...known('text', text),
        ...known('task', task),
      },
      facts,
    );
  };

  /** A message of a request as the harness says that it sent it. */
  readonly #blob = (row: JsonObject, facts: EventFacts): void => {
    const message = needObject(row, 'message');
    const role = textAt(message, 'role') === 'assistant' ? 'assistant' : 'user';
    emitBlocks(
      this.#builder,
      message['content'] ?? null,
      { role },
      {
        ...facts,
        channel: 'request',
        pair: false,
        visibility: 'shown',
        inferred: ["This is the harness's own record of what it sent, not the boundary's"],
      },
    );
  };

  readonly #request = (row: JsonObject, facts: EventFacts): void => {
    const id = needText(row, 'id');
    const model = textAt(objectAt(row, 'params'), 'model');
    this.#builder.emit(
      {
        kind: 'request',
        protocol: 'anthropic-messages',
        ...known('model', model),
        ...known('role', textAt(row, 'querySource')),
      },
      { ...facts, native: { ...facts.native, request: id } },
    );
  };

  readonly #system = (row: JsonObject, facts: EventFacts): void => {
    const subtype = textAt(row, 'subtype') ?? 'none';
    if (subtype === 'compact_boundary') {
      const metadata = objectAt(row, 'compactMetadata');
      this.#builder.emit(
        {
          kind: 'compaction',
          ...known('trigger', textAt(metadata, 'trigger')),
          ...known('tokensBefore', numberAt(metadata, 'preTokens')),
        },
        facts,
      );
    } else if (subtype === 'api_error') {
      this.#builder.emit(
        {
          kind: 'error',
          message: textAt(row, 'content') ?? JSON.stringify(row['error'] ?? null),
          code: subtype,
        },
        facts,
      );
    } else {
      this.#builder.emit(
        { kind: 'setting', name: `system ${subtype}`, value: row['content'] ?? null },
        facts,
      );
    }
  };

  readonly #progress = (row: JsonObject, facts: EventFacts): void => {
    const data = needObject(row, 'data');
    this.#builder.emit(
      { kind: 'chunk', of: `progress ${textAt(data, 'type') ?? 'unknown'}` },
      { ...facts, native: { ...facts.native, ...known('call', textAt(row, 'toolUseID')) } },
    );
  };

  finish(): void {
    this.#tasks.finish(this.#builder);
    this.#builder.parents.finish(this.#builder.problem, 'parentUuid');
  }
}

/** A session file of Claude Code, child agents and resumed sessions included. */
export const claudeSession: TraceReader = {
  id: 'claude-session',
  title: 'Claude Code session (JSONL)',
  harness: 'claude',
  visibility: 'persisted',
  tokenRule: 'message id and request id',
  claims: (row) =>
    Object.hasOwn(row, 'sessionId') && typeof row['type'] === 'string' && row['provenance'] === undefined,
  open: (builder) => new ClaudeSession(builder),
};

import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { type EventFacts, NotUnderstood, type TraceBuilder } from '../../building/builder.ts';
import type { ResultPayload, UsagePayload } from '../../payload.ts';
import {
  contentOf,
  flagAt,
  known,
  needAny,
  needList,
  needText,
  numberAt,
  objectAt,
  textAt,
} from '../fields.ts';
import { repairOf, withTextFacts } from '../results.ts';
import { Spoken } from '../spoken.ts';
import { usageBesideCache } from '../usage-beside-cache.ts';

const CALL_FIELDS = new Set([
  'type',
  'id',
  'name',
  'arguments',
  'partialArgs',
  'streamIndex',
  'thoughtSignature',
]);
const RESULT_FIELDS = new Set([
  ...['role', 'toolCallId', 'toolName', 'content', 'details', 'isError', 'timestamp'],
  ...['__openclaw', 'responseId', 'idempotencyKey'],
]);

/** Usage as pi and OpenClaw keep it, where `input` leaves out what the cache served or stored. */
export function piUsage(
  usage: JsonObject,
  key: string,
  scope: UsagePayload['scope'],
  model?: string,
): Omit<UsagePayload, 'counted'> {
  return usageBesideCache(
    { key, scope, model },
    {
      fresh: numberAt(usage, 'input'),
      output: numberAt(usage, 'output'),
      cached: numberAt(usage, 'cacheRead'),
      cacheWrite: numberAt(usage, 'cacheWrite'),
    },
  );
}

/** What the harness keeps beside the text of a result. */
export function detailsOf(details: JsonObject): Partial<ResultPayload> {
  return {
    ...known('status', textAt(details, 'status')),
    ...known('exitCode', numberAt(details, 'exitCode')),
    ...known('signal', textAt(details, 'exitSignal')),
    ...known('milliseconds', numberAt(details, 'durationMs')),
    ...known(
      'truncated',
      flagAt(details, 'truncated') ?? flagAt(objectAt(details, 'truncation'), 'truncated'),
    ),
  };
}

/** Emits a result with what its details and its text say. */
export function emitPiResult(
  builder: TraceBuilder,
  message: JsonObject,
  call: string,
  facts: EventFacts,
): void {
  const content = contentOf(message['content']);
  const { payload, inferred } = withTextFacts({
    kind: 'result',
    ...known('name', textAt(message, 'toolName')),
    ...content,
    ...known('isError', flagAt(message, 'isError')),
    ...detailsOf(objectAt(message, 'details')),
  });
  builder.emit(payload, {
    ...facts,
    native: { ...facts.native, call },
    inferred,
    ...known('synthetic', repairOf(content.text)),
  });
}

function emitCall(builder: TraceBuilder, block: JsonObject, facts: EventFacts): void {
  builder.expect(block, CALL_FIELDS, 'toolCall');
  builder.emit(
    { kind: 'call', name: needText(block, 'name'), args: needAny(block, 'arguments') },
    { ...facts, native: { ...facts.native, call: needText(block, 'id') } },
  );
}

function emitAssistant(builder: TraceBuilder, message: JsonObject, facts: EventFacts): void {
  const spoken = new Spoken();
  for (const block of needList(message, 'content')) {
    const kind = isJsonObject(block) ? textAt(block, 'type') : undefined;
    if (!isJsonObject(block) || kind === undefined)
      throw new NotUnderstood('message.content', 'holds a block without a type');
    if (kind === 'text') spoken.text(needText(block, 'text'));
    else if (kind === 'thinking') spoken.thought(textAt(block, 'thinking') ?? '');
    else if (kind === 'toolCall') spoken.after(() => emitCall(builder, block, facts));
    else spoken.part(kind, block);
  }
  spoken.emit(builder, { role: 'assistant', origin: 'model' }, facts);
  emitOutcome(builder, message, facts);
}

function emitOutcome(builder: TraceBuilder, message: JsonObject, facts: EventFacts): void {
  const failure = textAt(message, 'errorMessage');
  if (failure !== undefined)
    builder.emit({ kind: 'error', message: failure, ...known('code', textAt(message, 'stopReason')) }, facts);
  const usage = message['usage'];
  if (!isJsonObject(usage)) return;
  const { session = '', message: id = '' } = facts.native ?? {};
  const key = textAt(message, 'responseId') ?? `${String(message['timestamp'] ?? '')} ${id}`;
  builder.emit(piUsage(usage, `${session} ${key}`, 'response', textAt(message, 'model')), facts);
}

/** Emits what a message in pi's form says, which OpenClaw shares: user, assistant with its calls, or result. */
export function emitPiMessage(builder: TraceBuilder, message: JsonObject, facts: EventFacts): void {
  const role = needText(message, 'role');
  if (role === 'assistant') emitAssistant(builder, message, facts);
  else if (role === 'toolResult') {
    builder.expect(message, RESULT_FIELDS, 'toolResult');
    emitPiResult(builder, message, needText(message, 'toolCallId'), facts);
  } else if (role === 'user' || role === 'system') {
    needAny(message, 'content');
    const { text = '', parts } = contentOf(message['content']);
    builder.emit({ kind: 'message', role, text, parts }, facts);
  } else if (role === 'bashExecution') {
    builder.emit(
      {
        kind: 'process',
        phase: 'end',
        command: needText(message, 'command'),
        ...known('output', textAt(message, 'output')),
        ...known('exitCode', numberAt(message, 'exitCode')),
      },
      facts,
    );
  } else if (role === 'compactionSummary' || role === 'branchSummary') {
    builder.emit({ kind: 'compaction', ...known('summary', textAt(message, 'summary')) }, facts);
  } else if (role === 'custom' || role === 'hookMessage') {
    const { text = '', parts } = contentOf(message['content']);
    builder.emit({ kind: 'message', role: 'user', origin: 'harness', text, parts }, facts);
  } else throw new NotUnderstood('message.role', `has the role ${role}, which is not known`);
}

/** Emits an entry of a session tree in pi's form; false where its type is not known. */
export function emitPiEntry(builder: TraceBuilder, entry: JsonObject, facts: EventFacts): boolean {
  const type = needText(entry, 'type');
  switch (type) {
    case 'message': {
      const message = entry['message'];
      if (!isJsonObject(message)) throw new NotUnderstood('message', 'has no object in message');
      emitPiMessage(builder, message, facts);
      return true;
    }
    case 'compaction':
    case 'branch_summary':
      builder.emit(
        {
          kind: 'compaction',
          summary: needText(entry, 'summary'),
          ...known('tokensBefore', numberAt(entry, 'tokensBefore')),
        },
        facts,
      );
      return true;
    case 'custom_message': {
      const { text = '', parts } = contentOf(entry['content']);
      builder.emit({ kind: 'message', role: 'user', origin: 'harness', text, parts }, facts);
      return true;
    }
    case 'model_change':
    case 'thinking_level_change':
    case 'custom':
    case 'label':
    case 'session_info': {
      const { id: _, parentId: __, timestamp: ___, type: ____, ...value } = entry;
      builder.emit({ kind: 'setting', name: type, value }, facts);
      return true;
    }
    default:
      return false;
  }
}

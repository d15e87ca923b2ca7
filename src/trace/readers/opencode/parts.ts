import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import type { EventFacts, TraceBuilder } from '../../building/builder.ts';
import type { UsagePayload } from '../../payload.ts';
import {
  flagAt,
  known,
  listAt,
  needAny,
  needObject,
  needText,
  numberAt,
  objectAt,
  textAt,
} from '../fields.ts';
import { repairOf } from '../results.ts';
import { usageBesideCache } from '../usage-beside-cache.ts';

const TOOL_FIELDS = new Set(['type', 'id', 'messageID', 'sessionID', 'callID', 'tool', 'state', 'metadata']);
const STATE_FIELDS = new Set([
  'status',
  'input',
  'output',
  'error',
  'metadata',
  'title',
  'time',
  'attachments',
  'raw',
]);
const FILES: ReadonlySet<string> = new Set(['file', 'agent', 'subtask', 'retry', 'snapshot']);

/** Usage in opencode's form: input leaves out what the cache served or stored. */
export function opencodeUsage(
  tokens: JsonObject,
  key: string,
  scope: UsagePayload['scope'],
  model?: string,
): Omit<UsagePayload, 'counted'> {
  const cache = objectAt(tokens, 'cache');
  return usageBesideCache(
    { key, scope, model },
    {
      fresh: numberAt(tokens, 'input'),
      output: numberAt(tokens, 'output'),
      cached: numberAt(cache, 'read'),
      cacheWrite: numberAt(cache, 'write'),
      reasoning: numberAt(tokens, 'reasoning'),
    },
  );
}

/** A tool part holds call and result together: the result only where the call has ended. */
function tool(builder: TraceBuilder, part: JsonObject, facts: EventFacts): void {
  const state = needObject(part, 'state');
  builder.expect(part, TOOL_FIELDS, 'tool');
  builder.expect(state, STATE_FIELDS, 'tool.state');
  const own: EventFacts = { ...facts, native: { ...facts.native, call: needText(part, 'callID') } };
  const name = needText(part, 'tool');
  const status = needText(state, 'status');
  builder.emit({ kind: 'call', name, args: needAny(state, 'input') }, own);
  const metadata = objectAt(state, 'metadata');
  const child = textAt(metadata, 'sessionId') ?? textAt(metadata, 'sessionID');
  if (child !== undefined)
    builder.emit({ kind: 'child', phase: status === 'running' ? 'start' : 'end', child, status }, own);
  if (status === 'running' || status === 'pending') return;
  const failed = status === 'error';
  const text = failed ? textAt(state, 'error') : textAt(state, 'output');
  const time = objectAt(state, 'time');
  const [start, end] = [numberAt(time, 'start'), numberAt(time, 'end')];
  builder.emit(
    {
      kind: 'result',
      name,
      ...known('text', text),
      parts: listAt(state, 'attachments').map((item) => ({
        kind: isJsonObject(item) ? (textAt(item, 'mime') ?? 'attachment') : 'attachment',
        bytes: Buffer.byteLength(JSON.stringify(item)),
      })),
      isError: failed,
      status,
      ...known('exitCode', numberAt(metadata, 'exit')),
      ...known('truncated', flagAt(metadata, 'truncated')),
      ...known('milliseconds', start === undefined || end === undefined ? undefined : end - start),
    },
    { ...own, ...known('synthetic', repairOf(text)) },
  );
}

/** Emits a part of a message; false where its type is not known. `role` is that of its message, where it is known. */
export function emitPart(
  builder: TraceBuilder,
  part: JsonObject,
  role: 'user' | 'assistant' | undefined,
  facts: EventFacts,
): boolean {
  const type = needText(part, 'type');
  const said = role ?? 'assistant';
  const inferred =
    role === undefined ? ['The role of a part whose message is not there was taken to be assistant'] : [];
  const origin = flagAt(part, 'synthetic') === true ? 'harness' : said === 'assistant' ? 'model' : 'user';
  switch (type) {
    case 'text':
      builder.emit(
        { kind: 'message', role: said, origin, text: needText(part, 'text'), parts: [] },
        { ...facts, inferred },
      );
      return true;
    case 'reasoning':
      builder.emit(
        {
          kind: 'message',
          role: 'assistant',
          origin: 'model',
          text: '',
          reasoning: needText(part, 'text'),
          parts: [],
        },
        facts,
      );
      return true;
    case 'tool':
      tool(builder, part, facts);
      return true;
    case 'step-start':
      builder.emit({ kind: 'turn', of: 'step', phase: 'start' }, facts);
      return true;
    case 'step-finish':
      builder.emit(
        { kind: 'turn', of: 'step', phase: 'end', ...known('reason', textAt(part, 'reason')) },
        facts,
      );
      return true;
    case 'patch':
      builder.emit({ kind: 'file-change', paths: listAt(part, 'files').map(String) }, facts);
      return true;
    case 'compaction':
      builder.emit(
        { kind: 'compaction', ...known('trigger', flagAt(part, 'auto') === true ? 'auto' : undefined) },
        facts,
      );
      return true;
    default:
      if (!FILES.has(type)) return false;
      builder.emit({ kind: 'setting', name: `part ${type}`, value: part }, facts);
      return true;
  }
}

import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import type { EventFacts, TraceBuilder } from '../../building/builder.ts';
import type { MessagePayload, ResultPayload } from '../../payload.ts';
import {
  contentOf,
  flagAt,
  known,
  listAt,
  needAny,
  needText,
  numberAt,
  objectAt,
  textAt,
} from '../fields.ts';
import { repairOf, withTextFacts } from '../results.ts';

const CALL_FIELDS = new Set([
  ...['type', 'id', 'status', 'name', 'namespace', 'arguments', 'input', 'call_id', 'action', 'execution'],
  'internal_chat_message_metadata_passthrough',
]);
const RESULT_FIELDS = new Set([
  ...['type', 'id', 'call_id', 'output', 'status', 'success', 'name', 'tools', 'execution'],
  'internal_chat_message_metadata_passthrough',
]);

const ROLES: ReadonlySet<string> = new Set(['system', 'developer', 'user', 'assistant']);

/** Who wrote a message, where the item says so. */
function originOf(item: JsonObject, role: string): MessagePayload['origin'] {
  if (role === 'assistant') return 'model';
  const metadata = listAt(
    objectAt(item, 'internal_chat_message_metadata_passthrough'),
    'content_item_metadata',
  );
  const kinds = metadata.filter(isJsonObject).map((one) => textAt(objectAt(one, 'provenance'), 'type'));
  if (kinds.length > 0 && kinds.every((kind) => kind === 'user')) return 'user';
  return kinds.includes('harness') ? 'harness' : undefined;
}

function message(builder: TraceBuilder, item: JsonObject, facts: EventFacts): void {
  const role = needText(item, 'role');
  needAny(item, 'content');
  const { text = '', parts } = contentOf(item['content']);
  const named = ROLES.has(role) ? (role as MessagePayload['role']) : 'system';
  builder.emit(
    { kind: 'message', role: named, text, parts, ...known('origin', originOf(item, role)) },
    facts,
  );
}

function call(
  builder: TraceBuilder,
  item: JsonObject,
  args: JsonValue,
  name: string,
  facts: EventFacts,
): void {
  builder.expect(item, CALL_FIELDS, 'call');
  builder.emit(
    { kind: 'call', name, ...known('namespace', textAt(item, 'namespace')), args },
    { ...facts, native: { ...facts.native, call: needText(item, 'call_id') } },
  );
}

/** Output is text, a list of parts, or an object that holds text beside a success flag. */
function outputOf(output: JsonValue): Pick<ResultPayload, 'text' | 'parts' | 'isError'> {
  if (!isJsonObject(output)) return contentOf(output);
  const success = flagAt(output, 'success');
  return {
    ...contentOf(output['content'] ?? output['output']),
    ...known('isError', success === undefined ? undefined : !success),
  };
}

function result(builder: TraceBuilder, item: JsonObject, output: JsonValue, facts: EventFacts): void {
  builder.expect(item, RESULT_FIELDS, 'output');
  const plain = outputOf(output);
  const { payload, inferred } = withTextFacts({
    kind: 'result',
    ...plain,
    ...known('status', textAt(item, 'status')),
  });
  builder.emit(payload, {
    ...facts,
    native: { ...facts.native, call: needText(item, 'call_id') },
    inferred,
    ...known('synthetic', repairOf(plain.text)),
  });
}

function reasoning(builder: TraceBuilder, item: JsonObject, facts: EventFacts): void {
  const blocks = [...listAt(item, 'summary'), ...listAt(item, 'content')].filter(isJsonObject);
  const text = blocks.map((block) => textAt(block, 'text') ?? '').join('\n');
  const hidden = textAt(item, 'encrypted_content');
  const parts = hidden === undefined ? [] : [{ kind: 'encrypted_content', bytes: Buffer.byteLength(hidden) }];
  builder.emit(
    { kind: 'message', role: 'assistant', origin: 'model', text: '', reasoning: text, parts },
    facts,
  );
}

/** Calls that the provider runs itself: nothing of theirs is to be paired. */
const HOSTED = /^(?:web_search|image_generation|file_search|code_interpreter|mcp)_call$/;

/** Emits an item of the Responses API; false where its type is not known. */
export function emitItem(builder: TraceBuilder, item: JsonObject, facts: EventFacts): boolean {
  const type = needText(item, 'type');
  switch (type) {
    case 'message':
    case 'agent_message':
      message(builder, item, facts);
      return true;
    case 'function_call':
      call(builder, item, needAny(item, 'arguments'), needText(item, 'name'), facts);
      return true;
    case 'custom_tool_call':
      call(builder, item, needAny(item, 'input'), needText(item, 'name'), facts);
      return true;
    case 'local_shell_call':
      call(builder, item, needAny(item, 'action'), 'local_shell', facts);
      return true;
    case 'tool_search_call':
      call(builder, item, needAny(item, 'arguments'), 'tool_search', facts);
      return true;
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'local_shell_call_output':
      result(builder, item, needAny(item, 'output'), facts);
      return true;
    case 'tool_search_output':
      result(builder, item, JSON.stringify(needAny(item, 'tools')), facts);
      return true;
    case 'reasoning':
      reasoning(builder, item, facts);
      return true;
    case 'compaction':
    case 'compaction_summary':
    case 'context_compaction':
      builder.emit({ kind: 'compaction' }, facts);
      return true;
    case 'ghost_snapshot':
      builder.emit({ kind: 'setting', name: type, value: item }, facts);
      return true;
    default:
      if (!HOSTED.test(type)) return false;
      builder.emit(
        { kind: 'call', name: type.replace(/_call$/, ''), args: item['action'] ?? null },
        { ...facts, pair: false, native: { ...facts.native, ...known('call', textAt(item, 'id')) } },
      );
      return true;
  }
}

/** Seconds and nanoseconds as milliseconds. */
export function durationOf(value: JsonValue | undefined): number | undefined {
  if (!isJsonObject(value)) return undefined;
  return (numberAt(value, 'secs') ?? 0) * 1000 + (numberAt(value, 'nanos') ?? 0) / 1e6;
}

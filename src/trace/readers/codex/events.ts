import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import type { EventFacts, TraceBuilder } from '../../building/builder.ts';
import { contentOf, known, listAt, needObject, needText, numberAt, objectAt, textAt } from '../fields.ts';
import { durationOf } from './items.ts';

function commandOf(item: JsonObject): string | undefined {
  const command = item['command'];
  return Array.isArray(command) ? command.join(' ') : textAt(item, 'command');
}

/** It writes -1 where the command has not ended, which is no exit code. */
function exitCodeOf(item: JsonObject): number | undefined {
  const code = numberAt(item, 'exit_code');
  return code === -1 ? undefined : code;
}

/** The flag of a tool server, in the shapes of both ages. */
function errorFlag(item: JsonObject): boolean | undefined {
  const result = objectAt(item, 'result');
  const inner = { ...result, ...objectAt(result, 'Ok') };
  const flag = inner['isError'] ?? inner['is_error'];
  return typeof flag === 'boolean' ? flag : undefined;
}

function process(builder: TraceBuilder, item: JsonObject, call: string, facts: EventFacts): void {
  builder.emit(
    {
      kind: 'process',
      phase: 'end',
      ...known('command', commandOf(item)),
      ...known('pid', textAt(item, 'process_id')),
      ...known('cwd', textAt(item, 'cwd')),
      ...known('output', textAt(item, 'aggregated_output') ?? textAt(item, 'stdout')),
      ...known('errorOutput', textAt(item, 'stderr')),
      ...known('exitCode', exitCodeOf(item)),
      ...known('isError', errorFlag(item)),
      ...known('status', textAt(item, 'status')),
      ...known('milliseconds', durationOf(item['duration'])),
    },
    { ...facts, visibility: 'happened', native: { ...facts.native, call } },
  );
}

function changedPaths(item: JsonObject): readonly string[] {
  const changes = item['changes'];
  if (Array.isArray(changes))
    return changes.filter(isJsonObject).map((change) => textAt(change, 'path') ?? '(no path)');
  return isJsonObject(changes) ? Object.keys(changes) : [];
}

/** Items that the conversation holds too, as an item of the provider. */
const MIRRORS: ReadonlySet<string> = new Set([
  'UserMessage',
  'AgentMessage',
  'Reasoning',
  'Plan',
  'HookPrompt',
]);
const MORE_CALLS: ReadonlySet<string> = new Set([
  'McpToolCall',
  'WebSearch',
  'DynamicToolCall',
  'ImageView',
  'ImageGeneration',
]);

/** Emits an item of the thread that was completed; false where its type is not known. */
export function emitThreadItem(builder: TraceBuilder, payload: JsonObject, facts: EventFacts): boolean {
  const item = needObject(payload, 'item');
  const type = needText(item, 'type');
  const id = needText(item, 'id');
  const own: EventFacts = { ...facts, native: { ...facts.native, message: id } };
  if (MIRRORS.has(type))
    builder.emit(
      { kind: 'chunk', of: `item ${type}`, ...known('text', contentOf(item['content']).text) },
      own,
    );
  else if (type === 'CommandExecution') process(builder, item, id, facts);
  else if (type === 'FileChange')
    builder.emit(
      { kind: 'file-change', paths: changedPaths(item), ...known('change', textAt(item, 'status')) },
      { ...facts, visibility: 'happened', native: { ...facts.native, call: id } },
    );
  else if (type === 'CollabAgentToolCall' || type === 'SubAgentActivity') child(builder, item, id, facts);
  else if (MORE_CALLS.has(type))
    process(builder, { ...item, command: textAt(item, 'tool') ?? type }, id, facts);
  else if (type === 'ContextCompaction') builder.emit({ kind: 'compaction' }, own);
  else return false;
  return true;
}

function child(builder: TraceBuilder, item: JsonObject, id: string, facts: EventFacts): void {
  const starts = textAt(item, 'tool') === 'spawn_agent';
  const children = listAt(item, 'receiver_thread_ids').filter((one) => typeof one === 'string');
  builder.emit(
    {
      kind: 'child',
      phase: starts ? 'start' : 'progress',
      ...known('child', children.length > 0 ? children.join(', ') : undefined),
      ...known('prompt', textAt(item, 'prompt')),
      ...known('status', textAt(item, 'status')),
    },
    { ...facts, native: { ...facts.native, call: id } },
  );
}

/** Events of older versions, which name what happened in the type. */
const ENDS: Readonly<Record<string, 'process' | 'file-change'>> = {
  exec_command_end: 'process',
  mcp_tool_call_end: 'process',
  view_image_tool_call: 'process',
  web_search_end: 'process',
  patch_apply_end: 'file-change',
};

const SETTINGS: ReadonlySet<string> = new Set([
  ...[
    'thread_settings_applied',
    'thread_name_updated',
    'background_event',
    'plan_update',
    'turn_diff',
    'warning',
  ],
  ...[
    'session_configured',
    'entered_review_mode',
    'exited_review_mode',
    'thread_rolled_back',
    'deprecation_notice',
  ],
]);
const CHUNKS =
  /^(?:user_message|agent_message|agent_reasoning|.*_begin|.*_delta|agent_reasoning_section_break|item_started)$/;
const FAULTS: ReadonlySet<string> = new Set(['error', 'stream_error']);

/** Emits an event message other than those about turns and tokens; false where its type is not known. */
export function emitEventMessage(builder: TraceBuilder, payload: JsonObject, facts: EventFacts): boolean {
  const type = needText(payload, 'type');
  if (type === 'item_completed') return emitThreadItem(builder, payload, facts);
  const end = ENDS[type];
  if (end === 'process') process(builder, payload, textAt(payload, 'call_id') ?? '', facts);
  else if (end === 'file-change')
    builder.emit(
      { kind: 'file-change', paths: changedPaths(payload) },
      {
        ...facts,
        visibility: 'happened',
        native: { ...facts.native, ...known('call', textAt(payload, 'call_id')) },
      },
    );
  else if (SETTINGS.has(type))
    builder.emit({ kind: 'setting', name: type, value: objectAt(payload, 'thread_settings') }, facts);
  else if (FAULTS.has(type))
    builder.emit({ kind: 'error', message: textAt(payload, 'message') ?? type, code: type }, facts);
  else if (type === 'context_compacted') builder.emit({ kind: 'compaction' }, facts);
  else if (/_approval_request$/.test(type))
    builder.emit(
      { kind: 'approval', decision: 'asked', ...known('reason', textAt(payload, 'reason')) },
      facts,
    );
  else if (CHUNKS.test(type))
    builder.emit(
      { kind: 'chunk', of: type, ...known('text', textAt(payload, 'message') ?? textAt(payload, 'text')) },
      facts,
    );
  else return false;
  return true;
}

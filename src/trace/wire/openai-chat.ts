import type { BodyField } from './body-field.ts';
import { contentOf, otherPart } from './content.ts';
import type { Draft } from './draft.ts';
import type { DeclaredTool, ShownCall, ShownMessage, ShownPart } from './request-view.ts';

function part(item: BodyField, kind: string): string | ShownPart {
  if (kind === 'text') return item.get('text').text();
  if (kind === 'refusal') return item.get('refusal').text();
  if (kind === 'image_url') {
    const image = item.get('image_url');
    const url = typeof image.value === 'string' ? image.value : image.get('url').value;
    return otherPart(kind, item.value, url);
  }
  const inner = item.get(kind);
  const data = inner.absent || typeof inner.value === 'string' ? undefined : inner.get('data').value;
  return otherPart(kind, item.value, data);
}

function call(field: BodyField): ShownCall {
  const kind = field.get('type').optionalText() ?? 'function';
  const inner = field.get(kind);
  return {
    id: field.get('id').optionalText() ?? '',
    name: inner.get('name').text(),
    args: inner.get(kind === 'custom' ? 'input' : 'arguments').optionalText() ?? '',
  };
}

/** The form of calls before `tool_calls`, which has no id: the name stands for it. */
function oldCall(field: BodyField): readonly ShownCall[] {
  if (field.absent) return [];
  const name = field.get('name').text();
  return [{ id: name, name, args: field.get('arguments').optionalText() ?? '' }];
}

const ROLES: Readonly<Record<string, ShownMessage['role']>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
  function: 'tool',
};

function roleOf(field: BodyField): ShownMessage['role'] {
  const role = field.text();
  const known = Object.hasOwn(ROLES, role) ? ROLES[role] : undefined;
  if (known === undefined) throw field.refuse(`one of ${Object.keys(ROLES).join(', ')}`);
  return known;
}

function resultMessage(field: BodyField): ShownMessage {
  const { text, parts } = contentOf(field.get('content'), part);
  const name = field.get('name').optionalText();
  const callId = field.get('tool_call_id').optionalText() ?? name;
  if (callId === undefined) throw field.get('tool_call_id').refuse('text');
  const result = { callId, ...(name === undefined ? {} : { name }), text, parts, at: field.path };
  return { role: 'tool', text: '', calls: [], results: [result] };
}

function message(field: BodyField): ShownMessage {
  const role = roleOf(field.get('role'));
  if (role === 'tool') return resultMessage(field);
  const { text, parts } = contentOf(field.get('content'), part);
  const calls = field.get('tool_calls').items().map(call);
  // Two spellings are in use among servers of this protocol.
  const thoughts = field.get('reasoning_content').value ?? field.get('reasoning').value;
  return {
    role,
    text,
    calls: [...calls, ...oldCall(field.get('function_call'))],
    results: [],
    ...(typeof thoughts === 'string' && thoughts !== '' ? { reasoning: thoughts } : {}),
    ...(parts.length === 0 ? {} : { parts }),
  };
}

function tool(field: BodyField): DeclaredTool {
  const kind = field.get('type').optionalText() ?? 'function';
  if (kind !== 'function' && kind !== 'custom') {
    return { name: kind, description: '', kind: 'hosted', inputSchema: null, at: field.path };
  }
  const inner = field.get(kind);
  return {
    name: inner.get('name').text(),
    description: inner.get('description').optionalText() ?? '',
    kind,
    inputSchema: kind === 'custom' ? null : inner.get('parameters').schema(),
    at: field.path,
  };
}

function oldTool(field: BodyField): DeclaredTool {
  return {
    name: field.get('name').text(),
    description: field.get('description').optionalText() ?? '',
    kind: 'function',
    inputSchema: field.get('parameters').schema(),
    at: field.path,
  };
}

/** A body of `POST /v1/chat/completions`. */
export function openaiChat(body: BodyField): Draft {
  return {
    model: body.get('model').optionalText() ?? '',
    stream: body.get('stream').flag() ?? false,
    system: [],
    messages: body.get('messages').items().map(message),
    tools: [...body.get('tools').items().map(tool), ...body.get('functions').items().map(oldTool)],
  };
}

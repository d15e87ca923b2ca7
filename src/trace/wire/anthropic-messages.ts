import type { BodyField } from './body-field.ts';
import { contentOf, otherPart } from './content.ts';
import type { Draft } from './draft.ts';
import type { DeclaredTool, ShownCall, ShownMessage, ShownPart, ShownResult } from './request-view.ts';

function part(item: BodyField, kind: string): string | ShownPart {
  if (kind === 'text') return item.get('text').text();
  const source = item.get('source');
  return otherPart(kind, item.value, source.absent ? undefined : source.get('data').value);
}

function result(block: BodyField): ShownResult {
  const { text, parts } = contentOf(block.get('content'), part);
  const isError = block.get('is_error').flag();
  return {
    callId: block.get('tool_use_id').text(),
    text,
    // The protocol has the flag, and leaving it out says that the call succeeded.
    isError: isError ?? false,
    parts,
    at: block.path,
  };
}

const call = (block: BodyField): ShownCall => ({
  id: block.get('id').text(),
  name: block.get('name').text(),
  args: block.get('input').value ?? {},
});

interface Blocks {
  readonly texts: string[];
  readonly calls: ShownCall[];
  readonly results: ShownResult[];
  readonly thoughts: string[];
  readonly parts: ShownPart[];
}

function sort(block: BodyField, into: Blocks): void {
  const kind = block.get('type').text();
  if (kind === 'tool_use' || kind === 'server_tool_use' || kind === 'mcp_tool_use')
    into.calls.push(call(block));
  else if (kind.endsWith('tool_result')) into.results.push(result(block));
  else if (kind === 'thinking') into.thoughts.push(block.get('thinking').text());
  else {
    const read = part(block, kind);
    if (typeof read === 'string') into.texts.push(read);
    else into.parts.push(read);
  }
}

function roleOf(field: BodyField): 'user' | 'assistant' | 'system' {
  const role = field.text();
  if (role === 'user' || role === 'assistant' || role === 'system') return role;
  throw field.refuse('user, assistant or system');
}

function message(field: BodyField): ShownMessage {
  const role = roleOf(field.get('role'));
  const content = field.get('content');
  if (typeof content.value === 'string') return { role, text: content.value, calls: [], results: [] };
  const blocks: Blocks = { texts: [], calls: [], results: [], thoughts: [], parts: [] };
  for (const block of content.items()) sort(block, blocks);
  const { texts, calls, results, thoughts, parts } = blocks;
  return {
    role,
    text: texts.join('\n'),
    calls,
    results,
    ...(thoughts.length === 0 ? {} : { reasoning: thoughts.join('\n') }),
    ...(parts.length === 0 ? {} : { parts }),
  };
}

function tool(field: BodyField): DeclaredTool {
  const kind = field.get('type').optionalText();
  return {
    name: field.get('name').text(),
    description: field.get('description').optionalText() ?? '',
    kind: kind === undefined || kind === 'custom' ? 'function' : 'hosted',
    inputSchema: field.get('input_schema').schema(),
    ...(field.get('defer_loading').flag() === true ? { deferred: true as const } : {}),
    at: field.path,
  };
}

/** A body of `POST /v1/messages` or `/v1/messages/count_tokens`. */
export function anthropicMessages(body: BodyField): Draft {
  return {
    model: body.get('model').optionalText() ?? '',
    stream: body.get('stream').flag() ?? false,
    system: [contentOf(body.get('system'), part).text],
    messages: body.get('messages').items().map(message),
    tools: body.get('tools').items().map(tool),
  };
}

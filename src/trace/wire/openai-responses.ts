import type { BodyField } from './body-field.ts';
import { contentOf, otherPart } from './content.ts';
import type { Draft } from './draft.ts';
import { responsesTools } from './openai-responses-tools.ts';
import type { DeclaredTool, ShownCall, ShownMessage, ShownPart, ShownResult } from './request-view.ts';

const TEXT_PARTS: ReadonlySet<string> = new Set(['input_text', 'output_text', 'text', 'summary_text']);

function part(item: BodyField, kind: string): string | ShownPart {
  if (TEXT_PARTS.has(kind) || kind === 'reasoning_text') return item.get('text').text();
  if (kind === 'refusal') return item.get('refusal').text();
  const data = item.get('image_url').value ?? item.get('file_data').value;
  return otherPart(kind, item.value, data);
}

function roleOf(field: BodyField): 'system' | 'user' | 'assistant' {
  const role = field.text();
  if (role === 'system' || role === 'developer') return 'system';
  if (role === 'user' || role === 'assistant') return role;
  throw field.refuse('system, developer, user or assistant');
}

function message(item: BodyField): ShownMessage {
  const { text, parts } = contentOf(item.get('content'), part);
  const role = roleOf(item.get('role'));
  return { role, text, calls: [], results: [], ...(parts.length === 0 ? {} : { parts }) };
}

/** Items of hosted calls have their arguments in a field of their own kind; what is left of the item stands for it. */
function argsOf(item: BodyField, kind: string): ShownCall['args'] {
  if (kind === 'custom_tool_call') return item.get('input').text();
  const args = item.get('arguments').value ?? item.get('action').value ?? item.get('operation').value;
  if (args !== undefined && args !== null) return args;
  const { type: _type, id: _id, call_id: _call, status: _status, ...rest } = item.object();
  return rest;
}

function call(item: BodyField, kind: string): ShownMessage {
  const namespace = item.get('namespace').optionalText();
  const shown: ShownCall = {
    id: item.get('call_id').optionalText() ?? item.get('id').optionalText() ?? '',
    // A hosted call names no tool: its kind does.
    name: item.get('name').optionalText() ?? kind.slice(0, -'_call'.length),
    ...(namespace === undefined ? {} : { namespace }),
    args: argsOf(item, kind),
  };
  return { role: 'assistant', text: '', calls: [shown], results: [] };
}

function outputOf(field: BodyField): { readonly text: string; readonly parts: readonly ShownPart[] } {
  if (field.absent || typeof field.value === 'string' || Array.isArray(field.value)) {
    return contentOf(field, part);
  }
  return { text: JSON.stringify(field.value), parts: [] };
}

function result(item: BodyField, kind: string): ShownMessage {
  const output = kind === 'tool_search_output' ? item.get('tools') : item.get('output');
  const { text, parts } =
    kind === 'tool_search_output'
      ? { text: JSON.stringify(output.value ?? []), parts: [] }
      : outputOf(output);
  const shown: ShownResult = {
    callId: item.get('call_id').optionalText() ?? item.get('id').optionalText() ?? '',
    text,
    parts,
    at: item.path,
  };
  return { role: 'tool', text: '', calls: [], results: [shown] };
}

function reasoning(item: BodyField): ShownMessage {
  const texts = [item.get('summary'), item.get('content')].map((field) => contentOf(field, part).text);
  const text = texts.filter((each) => each !== '').join('\n');
  return {
    role: 'assistant',
    text: '',
    calls: [],
    results: [],
    ...(text === '' ? {} : { reasoning: text }),
    parts: [otherPart('reasoning', item.value)],
  };
}

function shown(item: BodyField): ShownMessage {
  const kind = item.get('type').optionalText() ?? 'message';
  if (kind === 'message') return message(item);
  if (kind === 'reasoning') return reasoning(item);
  if (kind.endsWith('_call')) return call(item, kind);
  if (kind.endsWith('_output')) return result(item, kind);
  return { role: 'user', text: '', calls: [], results: [], parts: [otherPart(kind, item.value)] };
}

/** Tools that came into the conversation after its start: found by a search, or added. */
const laterTools = (items: readonly BodyField[]): readonly DeclaredTool[] =>
  items
    .filter((item) => {
      const kind = item.get('type').optionalText();
      return kind === 'tool_search_output' || kind === 'additional_tools';
    })
    .flatMap((item) => responsesTools(item.get('tools')));

/** A body of `POST /v1/responses`. */
export function openaiResponses(body: BodyField): Draft {
  const input = body.get('input');
  const single = typeof input.value === 'string';
  const items = single ? [] : input.items();
  const only: ShownMessage = { role: 'user', text: single ? input.text() : '', calls: [], results: [] };
  return {
    model: body.get('model').optionalText() ?? '',
    stream: body.get('stream').flag() ?? false,
    system: [contentOf(body.get('instructions'), part).text],
    messages: single ? [only] : items.map(shown),
    tools: [...responsesTools(body.get('tools')), ...laterTools(items)],
  };
}

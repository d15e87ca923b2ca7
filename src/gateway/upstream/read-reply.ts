import type { JsonValue } from '../../core/json.ts';
import { BodyField } from '../../trace/wire/body-field.ts';
import type { RequestView, WireProtocol } from '../../trace/wire/request-view.ts';
import type { Reply, ReplyCall } from '../contracts.ts';
import { toolNamed } from './translation.ts';

/** What is read off an upstream's answer before it is fitted to the request. */
interface Draft {
  readonly texts: string[];
  readonly thoughts: string[];
  readonly calls: { readonly id: string; readonly name: string; readonly args: JsonValue }[];
  readonly limited: boolean;
  readonly usage: Reply['usage'];
}

const count = (field: BodyField): number => (typeof field.value === 'number' ? field.value : 0);

const inside = (field: BodyField, key: string): BodyField => (field.absent ? field : field.get(key));

function usageOf(usage: BodyField, input: string, output: string, cached: BodyField): Reply['usage'] {
  if (usage.absent) return undefined;
  return { input: count(usage.get(input)), output: count(usage.get(output)), cached: count(cached) };
}

function anthropic(body: BodyField): Draft {
  const usage = body.get('usage');
  const cached = count(inside(usage, 'cache_read_input_tokens'));
  const written = count(inside(usage, 'cache_creation_input_tokens'));
  const plain = usageOf(usage, 'input_tokens', 'output_tokens', inside(usage, 'cache_read_input_tokens'));
  const draft: Draft = {
    texts: [],
    thoughts: [],
    calls: [],
    limited: body.get('stop_reason').value === 'max_tokens',
    usage: plain === undefined ? undefined : { ...plain, input: plain.input + cached + written },
  };
  for (const block of body.get('content').items()) {
    const kind = block.get('type').text();
    if (kind === 'text') draft.texts.push(block.get('text').text());
    else if (kind === 'thinking') draft.thoughts.push(block.get('thinking').text());
    else if (kind === 'tool_use') {
      const args = block.get('input').value ?? {};
      draft.calls.push({ id: block.get('id').text(), name: block.get('name').text(), args });
    }
  }
  return draft;
}

function chat(body: BodyField): Draft {
  const choice = body.get('choices').items()[0] ?? body.get('choices');
  const message = choice.get('message');
  const usage = body.get('usage');
  const cached = inside(inside(usage, 'prompt_tokens_details'), 'cached_tokens');
  const draft: Draft = {
    texts: [message.get('content').optionalText() ?? ''],
    thoughts: [message.get('reasoning_content').optionalText() ?? ''],
    calls: [],
    limited: choice.get('finish_reason').value === 'length',
    usage: usageOf(usage, 'prompt_tokens', 'completion_tokens', cached),
  };
  for (const call of message.get('tool_calls').items()) {
    const inner = call.get('function');
    const args = inner.get('arguments').text();
    draft.calls.push({ id: call.get('id').text(), name: inner.get('name').text(), args });
  }
  return draft;
}

function responsesItem(item: BodyField, draft: Draft): void {
  const kind = item.get('type').text();
  const texts = kind === 'message' ? item.get('content') : item.get('summary');
  if (kind === 'message' || kind === 'reasoning') {
    for (const part of texts.items()) {
      const text = part.get('text').optionalText() ?? '';
      (kind === 'message' ? draft.texts : draft.thoughts).push(text);
    }
  } else if (kind === 'function_call') {
    const args = item.get('arguments').text();
    draft.calls.push({ id: item.get('call_id').text(), name: item.get('name').text(), args });
  }
}

function responses(body: BodyField): Draft {
  const usage = body.get('usage');
  const cached = inside(inside(usage, 'input_tokens_details'), 'cached_tokens');
  const draft: Draft = {
    texts: [],
    thoughts: [],
    calls: [],
    limited: body.get('status').value === 'incomplete',
    usage: usageOf(usage, 'input_tokens', 'output_tokens', cached),
  };
  for (const item of body.get('output').items()) responsesItem(item, draft);
  return draft;
}

function gemini(body: BodyField): Draft {
  const candidate = body.get('candidates').items()[0] ?? body.get('candidates');
  const usage = body.get('usageMetadata');
  const draft: Draft = {
    texts: [],
    thoughts: [],
    calls: [],
    limited: candidate.get('finishReason').value === 'MAX_TOKENS',
    usage: usageOf(
      usage,
      'promptTokenCount',
      'candidatesTokenCount',
      inside(usage, 'cachedContentTokenCount'),
    ),
  };
  for (const part of inside(candidate.get('content'), 'parts').items()) {
    const call = part.get('functionCall');
    const text = part.get('text').optionalText() ?? '';
    if (call.absent) (part.get('thought').value === true ? draft.thoughts : draft.texts).push(text);
    else {
      const args = call.get('args').value ?? {};
      const id = call.get('id').optionalText() ?? '';
      draft.calls.push({ id, name: call.get('name').text(), args });
    }
  }
  return draft;
}

const READERS: Readonly<Record<WireProtocol, (body: BodyField) => Draft>> = {
  'anthropic-messages': anthropic,
  'openai-chat': chat,
  'openai-responses': responses,
  gemini,
};

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Malformed arguments stay malformed: they are handed on to the byte. */
function replyCall({ id, name, args }: Draft['calls'][number], view: RequestView): ReplyCall {
  const tool = toolNamed(view, name);
  const value = typeof args === 'string' ? parsed(args) : args;
  const named = {
    ...(id === '' ? {} : { id }),
    name: tool?.name ?? name,
    ...(tool?.namespace === undefined ? {} : { namespace: tool.namespace }),
  };
  if (tool?.kind === 'custom') {
    const input = (value as { input?: JsonValue } | undefined)?.input;
    return {
      ...named,
      kind: 'custom',
      args: typeof input === 'string' ? input : JSON.stringify(value ?? args),
    };
  }
  if (value === undefined) return { ...named, args, rawArgs: args as string };
  return { ...named, args: value };
}

/**
 * What an upstream of one protocol answered, as a reply that can be told in any other.
 *
 * @throws MeasurandError `invalid-request` for an answer that is not of the protocol
 */
export function readReply(protocol: WireProtocol, body: JsonValue, view: RequestView): Reply {
  const { texts, thoughts, calls, limited, usage } = READERS[protocol](new BodyField(body));
  const text = texts.join('');
  const reasoning = thoughts.join('');
  return {
    ...(text === '' ? {} : { text }),
    ...(reasoning === '' ? {} : { reasoning }),
    ...(calls.length === 0 ? {} : { calls: calls.map((call) => replyCall(call, view)) }),
    ...(limited ? { stop: 'length' as const } : {}),
    ...(usage === undefined ? {} : { usage }),
  };
}

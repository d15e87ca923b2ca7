import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { WireProtocol } from '../../trace/wire/request-view.ts';

type Grown = { [key: string]: JsonValue };

const objectAt = (value: JsonValue | undefined, key: string): JsonObject => {
  const found = isJsonObject(value) ? value[key] : undefined;
  return isJsonObject(found) ? found : {};
};

const listAt = (value: JsonValue | undefined, key: string): readonly JsonValue[] => {
  const found = isJsonObject(value) ? value[key] : undefined;
  return Array.isArray(found) ? found : [];
};

const textAt = (value: JsonObject, key: string): string => {
  const found = value[key];
  return typeof found === 'string' ? found : '';
};

/** Puts a later piece of a call upon what came before: its arguments go on, other members stand once. */
function growCall(calls: Map<number, Grown>, piece: JsonObject): void {
  const index = typeof piece['index'] === 'number' ? piece['index'] : calls.size;
  const call = calls.get(index) ?? { id: '', name: '', arguments: '' };
  const { name, arguments: more } = { ...objectAt(piece, 'custom'), ...objectAt(piece, 'function') };
  const input = textAt(objectAt(piece, 'custom'), 'input');
  if (typeof piece['id'] === 'string') call['id'] = piece['id'];
  if (typeof name === 'string' && name !== '') call['name'] = name;
  call['arguments'] = `${textAt(call, 'arguments')}${typeof more === 'string' ? more : input}`;
  calls.set(index, call);
}

function chat(chunks: readonly JsonValue[]): JsonValue {
  const message = { content: '', reasoning_content: '' };
  const calls = new Map<number, Grown>();
  let finish: JsonValue = null;
  let usage: JsonValue = null;
  for (const chunk of chunks) {
    const [choice] = listAt(chunk, 'choices');
    const delta = objectAt(choice, 'delta');
    message.content += textAt(delta, 'content');
    message.reasoning_content += textAt(delta, 'reasoning_content');
    for (const piece of listAt(delta, 'tool_calls')) if (isJsonObject(piece)) growCall(calls, piece);
    finish = (isJsonObject(choice) ? choice['finish_reason'] : null) ?? finish;
    usage = (isJsonObject(chunk) ? chunk['usage'] : null) ?? usage;
  }
  const tool_calls = [...calls.values()].map(({ id = '', ...named }) => ({ id, function: named }));
  return { choices: [{ message: { ...message, tool_calls }, finish_reason: finish }], usage };
}

/** Fields of a block that its deltas go on with, by the type of the delta. */
const DELTAS: Readonly<Record<string, readonly [block: string, delta: string]>> = {
  text_delta: ['text', 'text'],
  thinking_delta: ['thinking', 'thinking'],
  input_json_delta: ['json', 'partial_json'],
};

function growBlock(block: Grown | undefined, delta: JsonObject): void {
  const fields = DELTAS[textAt(delta, 'type')];
  if (!(block && fields)) return;
  const [own, more] = fields;
  block[own] = `${textAt(block, own)}${textAt(delta, more)}`;
}

/** Input that came in pieces; what is no JSON stays text, to the byte. */
function withInput({ json, ...block }: Grown): JsonObject {
  if (typeof json !== 'string' || json === '') return block;
  try {
    return { ...block, input: JSON.parse(json) as JsonValue };
  } catch {
    return { ...block, input: json };
  }
}

function anthropic(chunks: readonly JsonValue[]): JsonValue {
  const blocks = new Map<JsonValue, Grown>();
  let stop: JsonValue = null;
  let usage: JsonObject = {};
  for (const chunk of chunks) {
    if (!isJsonObject(chunk)) continue;
    const index = chunk['index'] ?? 0;
    if (chunk['type'] === 'content_block_start') blocks.set(index, { ...objectAt(chunk, 'content_block') });
    growBlock(blocks.get(index), objectAt(chunk, 'delta'));
    stop = objectAt(chunk, 'delta')['stop_reason'] ?? stop;
    usage = { ...usage, ...objectAt(chunk['message'], 'usage'), ...objectAt(chunk, 'usage') };
  }
  return { content: [...blocks.values()].map(withInput), stop_reason: stop, usage };
}

/** The last event of this protocol holds the whole response. */
function responses(chunks: readonly JsonValue[]): JsonValue {
  const last = chunks.findLast((chunk) => Object.keys(objectAt(chunk, 'response')).length > 0);
  return objectAt(last, 'response');
}

function gemini(chunks: readonly JsonValue[]): JsonValue {
  const parts: JsonValue[] = [];
  let finishReason: JsonValue = null;
  let usageMetadata: JsonValue = null;
  for (const chunk of chunks) {
    const [candidate] = listAt(chunk, 'candidates');
    parts.push(...listAt(objectAt(candidate, 'content'), 'parts'));
    finishReason = (isJsonObject(candidate) ? candidate['finishReason'] : null) ?? finishReason;
    usageMetadata = (isJsonObject(chunk) ? chunk['usageMetadata'] : null) ?? usageMetadata;
  }
  return { candidates: [{ content: { parts }, finishReason }], usageMetadata };
}

const ASSEMBLE: Readonly<Record<WireProtocol, (chunks: readonly JsonValue[]) => JsonValue>> = {
  'openai-chat': chat,
  'anthropic-messages': anthropic,
  'openai-responses': responses,
  gemini,
};

/** The chunks of a stream put together into the body that the same answer would have had without streaming. */
export const wholeAnswer = (protocol: WireProtocol, chunks: readonly JsonValue[]): JsonValue =>
  ASSEMBLE[protocol](chunks);

import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { NotUnderstood, type TraceBuilder } from '../../building/builder.ts';
import type { OtherPart } from '../../payload.ts';
import type { ShownCall, ShownMessage, ShownResult } from '../../wire/request-view.ts';
import { known, listAt, needAny, needText, objectAt, textAt } from '../fields.ts';

const ROLES = ['system', 'user', 'assistant', 'tool'] as const;
const CALL_FIELDS = new Set([
  'id',
  'function',
  'arguments',
  'type',
  'parse_error',
  'view',
  'internal',
  'custom_type',
]);
const MESSAGE_FIELDS = new Set([
  'id',
  'role',
  'content',
  'source',
  'metadata',
  'tool_calls',
  'tool_call_id',
  'function',
  'model',
  'error',
  'tool_error',
  'internal',
]);

/** Text, thoughts and other parts of a content, and the calls that the provider itself ran. */
interface Content {
  readonly text: string;
  readonly reasoning?: string;
  readonly parts: readonly OtherPart[];
  readonly calls: readonly ShownCall[];
  readonly results: readonly ShownResult[];
}

function providerRun(block: JsonObject): { call: ShownCall; result: ShownResult } {
  const id = needText(block, 'id');
  const failed = textAt(block, 'error');
  const text = textAt(block, 'result') ?? '';
  return {
    call: { id, name: needText(block, 'name'), args: block['arguments'] ?? null },
    result: {
      callId: id,
      text: text === '' ? (failed ?? '') : text,
      isError: failed !== undefined,
      parts: [],
    },
  };
}

class ContentParts {
  readonly #texts: string[] = [];
  readonly #thoughts: string[] = [];
  readonly #parts: OtherPart[] = [];
  readonly #calls: ShownCall[] = [];
  readonly #results: ShownResult[] = [];

  add(block: JsonValue): void {
    if (!isJsonObject(block)) {
      this.#texts.push(typeof block === 'string' ? block : JSON.stringify(block));
      return;
    }
    const type = textAt(block, 'type') ?? 'unknown';
    const words = textAt(block, type === 'reasoning' ? 'reasoning' : 'text');
    if (type === 'reasoning' && words !== undefined) this.#thoughts.push(words);
    else if (type === 'text' && words !== undefined) this.#texts.push(words);
    else if (type === 'tool_use') this.#ran(block);
    else this.#parts.push({ kind: type, bytes: Buffer.byteLength(JSON.stringify(block)) });
  }

  #ran(block: JsonObject): void {
    const { call, result } = providerRun(block);
    this.#calls.push(call);
    this.#results.push(result);
  }

  content(): Content {
    return {
      text: this.#texts.join('\n'),
      ...(this.#thoughts.length > 0 ? { reasoning: this.#thoughts.join('\n') } : {}),
      parts: this.#parts,
      calls: this.#calls,
      results: this.#results,
    };
  }
}

/** What content says: a text, a scalar or a list of blocks. */
export function contentOf(content: JsonValue): Content {
  const parts = new ContentParts();
  for (const block of Array.isArray(content) ? (content as readonly JsonValue[]) : [content])
    parts.add(block);
  return parts.content();
}

/** What a model asked for in a message. */
export function callsOf(message: JsonObject, builder: TraceBuilder): readonly ShownCall[] {
  return listAt(message, 'tool_calls').map((call) => {
    if (!isJsonObject(call)) throw new NotUnderstood('tool_calls', 'holds a call that is no object');
    builder.expect(call, CALL_FIELDS, 'tool_calls');
    return { id: needText(call, 'id'), name: needText(call, 'function'), args: needAny(call, 'arguments') };
  });
}

/** What went wrong in a tool: providers are given its words where the content is empty. */
export function toolError(of: JsonObject): { readonly type?: string; readonly message: string } | undefined {
  const error = objectAt(of, 'error');
  const message = textAt(error, 'message') ?? textAt(of, 'tool_error');
  return message === undefined ? undefined : { ...known('type', textAt(error, 'type')), message };
}

/** A message of a conversation, its references resolved. @throws NotUnderstood */
export function chatMessage(message: JsonObject, builder: TraceBuilder): ShownMessage {
  const role = ROLES.find((one) => one === message['role']);
  if (role === undefined)
    throw new NotUnderstood(
      'role',
      `has a role that is not known: ${JSON.stringify(message['role'] ?? null)}`,
    );
  builder.expect(message, MESSAGE_FIELDS, `messages of ${role}`);
  const { text, reasoning, parts, calls, results } = contentOf(needAny(message, 'content'));
  if (role !== 'tool')
    return {
      role,
      text,
      calls: [...calls, ...callsOf(message, builder)],
      results,
      parts,
      ...known('reasoning', reasoning),
    };
  const error = toolError(message);
  const result: ShownResult = {
    callId: textAt(message, 'tool_call_id') ?? '',
    ...known('name', textAt(message, 'function')),
    text: text === '' && error ? error.message : text,
    ...(error ? { isError: true } : {}),
    parts,
  };
  return { role, text: '', calls, results: [...results, result] };
}

import { BodyField } from './body-field.ts';
import { otherPart } from './content.ts';
import type { Draft } from './draft.ts';
import type { DeclaredTool, ShownCall, ShownMessage, ShownPart, ShownResult } from './request-view.ts';

/** The protocol knows both spellings of every field. */
function either(field: BodyField, camel: string): BodyField {
  const found = field.get(camel);
  return found.absent ? field.get(camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)) : found;
}

/** Gives calls and results without an id the name `tool#n`, the n-th of that tool: the protocol pairs them so. */
class Ordinals {
  readonly #seen = new Map<string, number>();

  id(given: string | undefined, name: string): string {
    if (given !== undefined && given !== '') return given;
    const n = this.#seen.get(name) ?? 0;
    this.#seen.set(name, n + 1);
    return `${name}#${n}`;
  }
}

interface Pairing {
  readonly calls: Ordinals;
  readonly results: Ordinals;
}

interface Sorted {
  readonly texts: string[];
  readonly thoughts: string[];
  readonly calls: ShownCall[];
  readonly results: ShownResult[];
  readonly parts: ShownPart[];
}

function call(field: BodyField, ids: Ordinals): ShownCall {
  const name = field.get('name').text();
  return { id: ids.id(field.get('id').optionalText(), name), name, args: field.get('args').value ?? {} };
}

/** By the protocol `output` and `error` are the two keys with a meaning; any other object is the output. */
function answer(response: BodyField): { readonly text: string; readonly isError?: boolean } {
  if (response.absent) return { text: '' };
  const object = response.object();
  const only = Object.keys(object).length === 1 ? Object.keys(object)[0] : undefined;
  if (only === 'error' || only === 'output') {
    const value = object[only];
    return { text: typeof value === 'string' ? value : JSON.stringify(value), isError: only === 'error' };
  }
  return {
    text: JSON.stringify(object),
    ...('error' in object ? { isError: true } : 'output' in object ? { isError: false } : {}),
  };
}

function otherData(part: BodyField): ShownPart {
  const inline = either(part, 'inlineData');
  const kind = Object.keys(part.object()).find((key) => !key.startsWith('thought')) ?? 'empty';
  if (inline.absent) return otherPart(kind, part.value);
  return otherPart('inlineData', part.value, inline.get('data').value);
}

function result(field: BodyField, path: BodyField['path'], ids: Ordinals): ShownResult {
  const name = field.get('name').text();
  return {
    callId: ids.id(field.get('id').optionalText(), name),
    name,
    ...answer(field.get('response')),
    parts: field.get('parts').items().map(otherData),
    at: path,
  };
}

function sort(part: BodyField, into: Sorted, pairing: Pairing): void {
  const asked = either(part, 'functionCall');
  const answered = either(part, 'functionResponse');
  const text = part.get('text');
  if (!asked.absent) into.calls.push(call(asked, pairing.calls));
  else if (!answered.absent) into.results.push(result(answered, part.path, pairing.results));
  else if (text.absent) into.parts.push(otherData(part));
  else if (part.get('thought').flag() === true) into.thoughts.push(text.text());
  else into.texts.push(text.text());
}

function roleOf(field: BodyField): 'user' | 'assistant' | 'tool' {
  const role = field.optionalText() ?? 'user';
  if (role === 'model') return 'assistant';
  if (role === 'function') return 'tool';
  if (role === 'user') return role;
  throw field.refuse('user, model or function');
}

function message(field: BodyField, pairing: Pairing): ShownMessage {
  const role = roleOf(field.get('role'));
  const sorted: Sorted = { texts: [], thoughts: [], calls: [], results: [], parts: [] };
  for (const part of field.get('parts').items()) sort(part, sorted, pairing);
  const { texts, thoughts, calls, results, parts } = sorted;
  return {
    role,
    text: texts.join('\n'),
    calls,
    results,
    ...(thoughts.length === 0 ? {} : { reasoning: thoughts.join('\n') }),
    ...(parts.length === 0 ? {} : { parts }),
  };
}

function declared(field: BodyField): DeclaredTool {
  const json = either(field, 'parametersJsonSchema');
  return {
    name: field.get('name').text(),
    description: field.get('description').optionalText() ?? '',
    kind: 'function',
    inputSchema: (json.absent ? field.get('parameters') : json).schema(),
    at: field.path,
  };
}

function tools(field: BodyField): readonly DeclaredTool[] {
  const functions = either(field, 'functionDeclarations');
  const hosted = Object.keys(field.object())
    .filter((key) => key !== functions.path.at(-1))
    .map(
      (name): DeclaredTool => ({
        name,
        description: '',
        kind: 'hosted',
        inputSchema: null,
        at: [...field.path, name],
      }),
    );
  return [...functions.items().map(declared), ...hosted];
}

const systemText = (field: BodyField): string => {
  if (field.absent) return '';
  if (typeof field.value === 'string') return field.value;
  return field
    .get('parts')
    .items()
    .map((part) => part.get('text').optionalText() ?? '')
    .join('\n');
};

/** A count request may hold the whole of a generate request; the rest of it is then absent. */
function inner(body: BodyField): BodyField {
  const whole = either(body, 'generateContentRequest');
  return whole.absent ? body : whole;
}

const modelOf = (path: string, body: BodyField): string => {
  const name = /\/models\/([^/:]+):/.exec(path)?.[1] ?? body.get('model').optionalText() ?? '';
  return name.replace(/^models\//, '');
};

/** A body of `POST /v1beta/models/MODEL:generateContent`, `:streamGenerateContent` or `:countTokens`. */
export function gemini(body: BodyField, path: string): Draft {
  const request = inner(body);
  const contents = request.get('contents');
  const pairing: Pairing = { calls: new Ordinals(), results: new Ordinals() };
  const single = new BodyField(contents.value, contents.path);
  const list = Array.isArray(contents.value) || contents.absent ? contents.items() : [single];
  return {
    model: modelOf(path, request),
    stream: path.endsWith(':streamGenerateContent'),
    system: [systemText(either(request, 'systemInstruction'))],
    messages: list.map((field) => message(field, pairing)),
    tools: request.get('tools').items().flatMap(tools),
  };
}

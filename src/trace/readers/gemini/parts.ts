import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { type EventFacts, NotUnderstood, type TraceBuilder } from '../../building/builder.ts';
import type { MessagePayload, ResultPayload, UsagePayload } from '../../payload.ts';
import { known, needText, numberAt, textAt } from '../fields.ts';
import { repairOf, withTextFacts } from '../results.ts';
import { Spoken } from '../spoken.ts';

const CALL_FIELDS = new Set(['id', 'name', 'args']);
const RESPONSE_FIELDS = new Set(['id', 'name', 'response', 'parts']);

/** The text that a function response gives the model: its `output` or `error`, or all of it as JSON. */
export function responseText(response: JsonObject): Pick<ResultPayload, 'text' | 'isError'> {
  const output = textAt(response, 'output');
  if (output !== undefined) return { text: output };
  const failure = textAt(response, 'error');
  if (failure !== undefined) return { text: failure, isError: true };
  return { text: JSON.stringify(response) };
}

/** Emits a function response as a result. */
export function emitResponse(
  builder: TraceBuilder,
  part: JsonObject,
  facts: EventFacts,
  more: Partial<ResultPayload> = {},
): void {
  builder.expect(part, RESPONSE_FIELDS, 'functionResponse');
  const response = part['response'];
  if (!isJsonObject(response))
    throw new NotUnderstood('functionResponse.response', 'has no object in functionResponse.response');
  const plain = responseText(response);
  const { payload, inferred } = withTextFacts({
    kind: 'result',
    ...known('name', textAt(part, 'name')),
    parts: [],
    ...plain,
    ...more,
  });
  builder.emit(payload, {
    ...facts,
    inferred,
    native: { ...facts.native, ...known('call', textAt(part, 'id')) },
    ...known('synthetic', repairOf(plain.text)),
  });
}

function emitCall(builder: TraceBuilder, part: JsonObject, facts: EventFacts): void {
  builder.expect(part, CALL_FIELDS, 'functionCall');
  builder.emit(
    { kind: 'call', name: needText(part, 'name'), args: part['args'] ?? null },
    { ...facts, native: { ...facts.native, ...known('call', textAt(part, 'id')) } },
  );
}

function readPart(
  builder: TraceBuilder,
  part: JsonObject,
  spoken: Spoken,
  facts: EventFacts,
  result: (part: JsonObject) => void,
): void {
  const call = part['functionCall'];
  const response = part['functionResponse'];
  const text = textAt(part, 'text');
  if (isJsonObject(call)) spoken.after(() => emitCall(builder, call, facts));
  else if (isJsonObject(response)) spoken.after(() => result(response));
  else if (text === undefined) spoken.part(Object.keys(part)[0] ?? 'empty', part);
  else if (part['thought'] === true) spoken.thought(text);
  else spoken.text(text);
}

/** Emits parts in the form of the Gemini API. Results go by `result`, so that a reader can add what it knows of them. */
export function emitParts(
  builder: TraceBuilder,
  parts: readonly JsonValue[],
  message: Omit<MessagePayload, 'kind' | 'text' | 'parts'>,
  facts: EventFacts,
  result: (part: JsonObject) => void = (part) => emitResponse(builder, part, facts),
): void {
  const spoken = new Spoken();
  for (const part of parts) {
    if (typeof part === 'string') spoken.text(part);
    else if (isJsonObject(part)) readPart(builder, part, spoken, facts, result);
    else throw new NotUnderstood('parts', 'holds a part that is no object');
  }
  spoken.emit(builder, message, facts);
}

/** Usage in the form of the Gemini API, where input includes what the cache served and output leaves out thoughts. */
export function geminiUsage(usage: JsonObject, key: string, model?: string): Omit<UsagePayload, 'counted'> {
  return {
    kind: 'usage',
    scope: 'response',
    key,
    ...known('model', model),
    ...known('input', numberAt(usage, 'promptTokenCount') ?? numberAt(usage, 'input')),
    ...known('output', numberAt(usage, 'candidatesTokenCount') ?? numberAt(usage, 'output')),
    ...known('cached', numberAt(usage, 'cachedContentTokenCount') ?? numberAt(usage, 'cached')),
    ...known('reasoning', numberAt(usage, 'thoughtsTokenCount') ?? numberAt(usage, 'thoughts')),
  };
}

/** What qwen and Gemini CLI keep of a shell beside its text. */
export function shellFacts(display: JsonValue | undefined): Partial<ResultPayload> {
  if (!isJsonObject(display)) return {};
  const signal = display['signal'];
  return {
    ...known('exitCode', numberAt(display, 'exitCode')),
    ...known('signal', typeof signal === 'number' ? String(signal) : textAt(display, 'signal')),
    ...(typeof display['truncated'] === 'boolean' ? { truncated: display['truncated'] } : {}),
  };
}

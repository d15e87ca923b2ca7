import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { type EventFacts, NotUnderstood, type TraceBuilder } from '../../building/builder.ts';
import type { MessagePayload } from '../../payload.ts';
import { known, listAt, needText, numberAt, objectAt, textAt } from '../fields.ts';
import type { RecordReader, TraceReader } from '../reader.ts';
import { attributesOf, structured } from './otlp-values.ts';

const MODEL_OPERATIONS: ReadonlySet<string> = new Set(['chat', 'text_completion', 'generate_content']);
const AGENT_OPERATIONS: ReadonlySet<string> = new Set([
  'create_agent',
  'invoke_agent',
  'invoke_workflow',
  'plan',
  'invoke_skill',
]);
const STATUS_ERROR: ReadonlySet<JsonValue | undefined> = new Set<JsonValue | undefined>([
  2,
  'STATUS_CODE_ERROR',
]);

interface Part {
  readonly at: string;
  readonly value: JsonValue;
}

/** Each span of an export, with the name and version of its scope; whatever else the document holds is a record too. */
function split(document: JsonObject): readonly Part[] {
  const parts: Part[] = [];
  for (const [r, resource] of listAt(document, 'resourceSpans').filter(isJsonObject).entries()) {
    const resourceAttributes = objectAt(resource, 'resource')['attributes'] ?? null;
    for (const [s, scope] of listAt(resource, 'scopeSpans').filter(isJsonObject).entries()) {
      for (const [i, span] of listAt(scope, 'spans').entries()) {
        const value = isJsonObject(span)
          ? {
              ...span,
              _resource: resourceAttributes,
              _schema: scope['schemaUrl'] ?? resource['schemaUrl'] ?? null,
            }
          : span;
        parts.push({ at: `resourceSpans[${r}].scopeSpans[${s}].spans[${i}]`, value });
      }
    }
  }
  for (const [key, value] of Object.entries(document))
    if (key !== 'resourceSpans') parts.push({ at: key, value: { _other: key, value } });
  return parts;
}

function partText(part: JsonObject): string | undefined {
  return textAt(part, 'type') === 'text' ? (textAt(part, 'content') ?? textAt(part, 'text')) : undefined;
}

const ROLES: ReadonlySet<string> = new Set(['system', 'developer', 'user', 'assistant', 'tool']);

class OtelSpans implements RecordReader {
  readonly #builder: TraceBuilder;
  readonly #spans = new Set<string>();
  readonly #parents = new Map<string, number>();

  constructor(builder: TraceBuilder) {
    this.#builder = builder;
  }

  read(span: JsonObject): void {
    const id = needText(span, 'spanId');
    const trace = needText(span, 'traceId');
    const parent = textAt(span, 'parentSpanId');
    this.#spans.add(id);
    if (parent !== undefined && parent !== '') this.#parents.set(parent, this.#builder.record);
    const attributes = attributesOf(span['attributes']);
    const schema = textAt(span, '_schema');
    if (schema !== undefined) this.#builder.versions.add(schema);
    const session = textAt(attributes, 'gen_ai.conversation.id') ?? trace;
    this.#builder.sessions.add(session);
    const facts: EventFacts = {
      native: { session, request: id, ...known('agent', textAt(attributes, 'gen_ai.agent.id')) },
      parents: parent === undefined || parent === '' ? [] : [parent],
      ...known('time', textAt(span, 'startTimeUnixNano')),
    };
    const operation = textAt(attributes, 'gen_ai.operation.name');
    if (operation === undefined) this.#foreign(span);
    else this.#operation(operation, span, attributes, facts);
    this.#failure(span, attributes, facts);
  }

  #foreign(span: JsonObject): void {
    const name = textAt(span, 'name') ?? 'a span';
    this.#builder.problemOnce(
      'foreign',
      'unknown-record',
      `spans without gen_ai.operation.name, such as ${name}, are kept raw`,
      'gen_ai.operation.name',
    );
    this.#builder.raw('a span without gen_ai.operation.name', span);
  }

  #operation(operation: string, span: JsonObject, attributes: JsonObject, facts: EventFacts): void {
    if (MODEL_OPERATIONS.has(operation)) this.#model(span, attributes, facts);
    else if (operation === 'execute_tool') this.#tool(span, attributes, facts);
    else if (AGENT_OPERATIONS.has(operation)) {
      const name = textAt(attributes, 'gen_ai.agent.name');
      this.#builder.harness = this.#builder.harness ?? name;
      this.#builder.emit(
        {
          kind: 'session',
          phase: 'facts',
          ...known('harness', name),
          ...known('model', textAt(attributes, 'gen_ai.request.model')),
          reason: operation,
        },
        facts,
      );
    } else this.#builder.emit({ kind: 'setting', name: operation, value: attributes }, facts);
  }

  #model(span: JsonObject, attributes: JsonObject, facts: EventFacts): void {
    const events = listAt(span, 'events')
      .filter(isJsonObject)
      .map((event) => ({ name: textAt(event, 'name') ?? '', attributes: attributesOf(event['attributes']) }));
    const details =
      events.find(({ name }) => name === 'gen_ai.client.inference.operation.details')?.attributes ?? {};
    const read = (key: string): JsonValue | undefined => structured(attributes[key] ?? details[key]);
    const input = read('gen_ai.input.messages');
    this.#builder.emit(
      {
        kind: 'request',
        ...known(
          'protocol',
          textAt(attributes, 'gen_ai.provider.name') ?? textAt(attributes, 'gen_ai.system'),
        ),
        ...known('model', textAt(attributes, 'gen_ai.request.model')),
        ...(Array.isArray(input) ? { messages: input.length } : {}),
      },
      facts,
    );
    this.#messages(input, facts);
    this.#oldEvents(events, facts);
    this.#answer(read('gen_ai.output.messages'), attributes, facts);
    const key = facts.native?.request ?? '';
    const usage = {
      input: numberAt(attributes, 'gen_ai.usage.input_tokens'),
      output: numberAt(attributes, 'gen_ai.usage.output_tokens'),
      cached: numberAt(attributes, 'gen_ai.usage.cache_read.input_tokens'),
    };
    if (usage.input !== undefined || usage.output !== undefined)
      this.#builder.emit(
        {
          kind: 'usage',
          scope: 'response',
          key,
          ...known('input', usage.input),
          ...known('output', usage.output),
          ...known('cached', usage.cached),
        },
        facts,
      );
  }

  #messages(messages: JsonValue | undefined, facts: EventFacts): void {
    if (!Array.isArray(messages)) return;
    for (const message of (messages as readonly JsonValue[]).filter(isJsonObject)) {
      const role = textAt(message, 'role') ?? 'user';
      const parts = listAt(message, 'parts').filter(isJsonObject);
      const texts = parts.map(partText).filter((text) => text !== undefined);
      const others = parts
        .filter((part) => partText(part) === undefined)
        .map((part) => ({
          kind: textAt(part, 'type') ?? 'unknown',
          bytes: Buffer.byteLength(JSON.stringify(part)),
        }));
      const named = ROLES.has(role) ? (role as MessagePayload['role']) : 'user';
      this.#builder.emit({ kind: 'message', role: named, text: texts.join('\n'), parts: others }, facts);
    }
  }

  /** Before 1.37 of the conventions each message was an event of the span. */
  #oldEvents(
    events: readonly { readonly name: string; readonly attributes: JsonObject }[],
    facts: EventFacts,
  ): void {
    for (const { name, attributes } of events) {
      const role = /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(name)?.[1];
      if (role !== undefined)
        this.#builder.emit(
          {
            kind: 'message',
            role: role as MessagePayload['role'],
            text: textAt(attributes, 'content') ?? '',
            parts: [],
          },
          facts,
        );
      else if (name !== 'gen_ai.client.inference.operation.details')
        this.#builder.emit({ kind: 'setting', name, value: attributes }, facts);
    }
  }

  #answer(output: JsonValue | undefined, attributes: JsonObject, facts: EventFacts): void {
    const messages = Array.isArray(output) ? (output as readonly JsonValue[]).filter(isJsonObject) : [];
    const parts = messages.flatMap((message) => listAt(message, 'parts').filter(isJsonObject));
    const texts = parts.map(partText).filter((text) => text !== undefined);
    const calls = parts
      .filter((part) => textAt(part, 'type') === 'tool_call')
      .map((part) => ({
        ...known('id', textAt(part, 'id')),
        name: textAt(part, 'name') ?? '(no name)',
        args: structured(part['arguments']) ?? null,
      }));
    const reasons = listAt(attributes, 'gen_ai.response.finish_reasons').map(String);
    this.#builder.emit(
      {
        kind: 'response',
        calls,
        ...known('text', texts.length > 0 ? texts.join('\n') : undefined),
        ...known('model', textAt(attributes, 'gen_ai.response.model')),
        ...known('stop', reasons.length > 0 ? reasons.join(', ') : undefined),
      },
      facts,
    );
  }

  #tool(span: JsonObject, attributes: JsonObject, facts: EventFacts): void {
    const name = textAt(attributes, 'gen_ai.tool.name');
    if (name === undefined) throw new NotUnderstood('gen_ai.tool.name', 'runs a tool without a name');
    const call = textAt(attributes, 'gen_ai.tool.call.id') ?? needText(span, 'spanId');
    const own: EventFacts = { ...facts, visibility: 'happened', native: { ...facts.native, call } };
    this.#builder.emit(
      { kind: 'call', name, args: structured(attributes['gen_ai.tool.call.arguments']) ?? null },
      own,
    );
    const result = attributes['gen_ai.tool.call.result'];
    const ended = (textAt(span, 'endTimeUnixNano') ?? '0') !== '0';
    if (!ended && result === undefined) return;
    const text =
      result === undefined ? undefined : typeof result === 'string' ? result : JSON.stringify(result);
    const failed = STATUS_ERROR.has(objectAt(span, 'status')['code']);
    this.#builder.emit(
      { kind: 'result', name, ...known('text', text), parts: [], ...(failed ? { isError: true } : {}) },
      own,
    );
  }

  #failure(span: JsonObject, attributes: JsonObject, facts: EventFacts): void {
    const status = objectAt(span, 'status');
    if (!STATUS_ERROR.has(status['code'])) return;
    this.#builder.emit(
      {
        kind: 'error',
        message: textAt(status, 'message') ?? 'the span ended in an error',
        ...known('code', textAt(attributes, 'error.type')),
      },
      facts,
    );
  }

  /** Spans are exported as they end, so that a parent may well stand after its children. */
  finish(): void {
    for (const [parent, record] of this.#parents) {
      this.#builder.parents.checked += 1;
      if (this.#spans.has(parent)) continue;
      this.#builder.parents.broken += 1;
      this.#builder.problem(
        'missing-parent',
        `names span ${parent} as its parent, which is not there`,
        record,
        'parentSpanId',
      );
    }
  }
}

/** Spans of the OpenTelemetry conventions for generative AI, as OTLP JSON. */
export const otelSpans: TraceReader = {
  id: 'otel',
  title: 'OpenTelemetry GenAI spans (OTLP JSON, one document or one a line)',
  visibility: 'persisted',
  tokenRule: 'span id',
  claims: (row) => Array.isArray(row['resourceSpans']),
  split,
  open: (builder) => new OtelSpans(builder),
};

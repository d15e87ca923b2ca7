import { sha256 } from '../../core/digest.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { TraceEvent } from '../event.ts';
import type { Trace } from '../trace.ts';
import { storyOf, WriteCount, type WriteLedger } from './story.ts';

const INTERNAL = 1;
const CLIENT = 3;
const ERROR = 2;

function attribute(key: string, value: JsonValue | undefined): readonly JsonObject[] {
  if (value === undefined) return [];
  if (typeof value === 'string') return [{ key, value: { stringValue: value } }];
  if (typeof value === 'boolean') return [{ key, value: { boolValue: value } }];
  if (typeof value === 'number')
    return [{ key, value: Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value } }];
  return [{ key, value: { stringValue: JSON.stringify(value) } }];
}

/** Nanoseconds since 1970 of a time as the source wrote it; null where it is none. */
function nanoseconds(time: string | undefined): string | null {
  if (time === undefined) return null;
  if (/^\d{19}$/.test(time)) return time;
  const milliseconds = /^\d{13}$/.test(time) ? Number(time) : Date.parse(time);
  return Number.isFinite(milliseconds) ? `${milliseconds}000000` : null;
}

/** The two times of a span. A time that the source does not say is 0, and said to be unknown. */
function timesOf(
  start: string | undefined,
  end: string | undefined,
): { times: JsonObject; unknown: boolean } {
  const [from, to] = [nanoseconds(start), nanoseconds(end ?? start)];
  return {
    times: { startTimeUnixNano: from ?? '0', endTimeUnixNano: to ?? from ?? '0' },
    unknown: from === null,
  };
}

class Spans {
  readonly list: JsonObject[] = [];
  readonly #trace: string;
  readonly #root: string;

  constructor(trace: string) {
    this.#trace = trace;
    this.#root = sha256(`${trace} root`).slice(0, 16);
  }

  root(name: string, attributes: readonly JsonObject[], times: JsonObject): void {
    this.list.unshift({
      traceId: this.#trace,
      spanId: this.#root,
      name: `invoke_agent ${name}`,
      kind: INTERNAL,
      ...times,
      attributes,
    });
  }

  add(
    event: TraceEvent,
    name: string,
    kind: number,
    attributes: readonly JsonObject[],
    end?: string | null,
    failed = false,
  ): void {
    const { times, unknown } = timesOf(event.time, end ?? undefined);
    this.list.push({
      traceId: this.#trace,
      spanId: sha256(`${this.#trace} ${event.id}`).slice(0, 16),
      parentSpanId: this.#root,
      name,
      kind,
      ...times,
      // A call that nobody answered did not end.
      ...(end === null ? { endTimeUnixNano: '0' } : {}),
      attributes: [
        ...attributes,
        ...attribute('gen_ai.conversation.id', event.native.session),
        ...attribute('measurand.time.unknown', unknown || undefined),
      ],
      ...(failed ? { status: { code: ERROR } } : {}),
    });
  }
}

function toolSpan(spans: Spans, call: TraceEvent, result: TraceEvent | undefined): void {
  if (call.payload.kind !== 'call') return;
  const told = result?.payload.kind === 'result' ? result.payload : undefined;
  const { name, args } = call.payload;
  const attributes = [
    ...attribute('gen_ai.operation.name', 'execute_tool'),
    ...attribute('gen_ai.tool.name', name),
    ...attribute('gen_ai.tool.call.id', call.native.call),
    ...attribute('gen_ai.tool.call.arguments', args),
    ...attribute('gen_ai.tool.call.result', told?.text),
    ...attribute('measurand.exit_code', told?.exitCode),
    ...attribute('measurand.unpaired', told === undefined ? true : undefined),
  ];
  const end = told === undefined ? null : result?.time;
  spans.add(call, `execute_tool ${name}`, INTERNAL, attributes, end, told?.isError === true);
}

function messageSpan(spans: Spans, event: TraceEvent): void {
  if (event.payload.kind !== 'message') return;
  const { role, text } = event.payload;
  const messages = [{ role, parts: [{ type: 'text', content: text }] }];
  const key = role === 'assistant' ? 'gen_ai.output.messages' : 'gen_ai.input.messages';
  spans.add(event, 'chat', CLIENT, [
    ...attribute('gen_ai.operation.name', 'chat'),
    ...attribute(key, messages),
  ]);
}

function usageSpan(spans: Spans, event: TraceEvent): boolean {
  if (event.payload.kind !== 'usage' || !event.payload.counted) return false;
  const { input, output, cached, model } = event.payload;
  spans.add(event, `chat ${model ?? ''}`.trim(), CLIENT, [
    ...attribute('gen_ai.operation.name', 'chat'),
    ...attribute('gen_ai.response.model', model),
    ...attribute('gen_ai.usage.input_tokens', input),
    ...attribute('gen_ai.usage.output_tokens', output),
    ...attribute('gen_ai.usage.cache_read.input_tokens', cached),
  ]);
  return true;
}

const keyOf = ({ native }: TraceEvent): string => `${native.session ?? ''} ${native.call ?? ''}`;

/**
 * A trace as OTLP JSON in the conventions for generative AI: one span for the agent, one for each message, call with its
 * result, and usage. Ids derive from the source, so that the same trace gives the same bytes.
 */
export function writeOtel(trace: Trace): { readonly document: JsonObject; readonly ledger: WriteLedger } {
  const { header, events } = trace;
  const story = storyOf(trace);
  const spans = new Spans(sha256(header.sources.map(({ digest }) => digest).join(' ')).slice(0, 32));
  const results = new Map(
    story.filter(({ payload }) => payload.kind === 'result').map((event) => [keyOf(event), event]),
  );
  const calls = new Set(story.filter(({ payload }) => payload.kind === 'call').map(keyOf));
  const count = new WriteCount();
  for (const event of story) {
    const { kind } = event.payload;
    let written = kind === 'call' || kind === 'message' || (kind === 'result' && calls.has(keyOf(event)));
    if (kind === 'call') toolSpan(spans, event, results.get(keyOf(event)));
    else if (kind === 'message') messageSpan(spans, event);
    else if (kind === 'usage') written = usageSpan(spans, event);
    if (written) count.write();
    else count.leave(event);
  }
  const name = header.harness ?? 'unknown';
  const times = timesOf(
    story.find(({ time }) => time !== undefined)?.time,
    story.findLast(({ time }) => time !== undefined)?.time,
  );
  spans.root(
    name,
    [
      ...attribute('gen_ai.operation.name', 'invoke_agent'),
      ...attribute('gen_ai.agent.name', name),
      ...attribute('gen_ai.conversation.id', header.sessions[0]),
    ],
    times.times,
  );
  const resource = { attributes: attribute('service.name', name) };
  const document: JsonObject = {
    resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'measurand' }, spans: spans.list }] }],
  };
  return { document, ledger: count.ledger(events.length) };
}

import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { TraceEvent } from '../event.ts';
import type { UsagePayload } from '../payload.ts';
import type { Trace } from '../trace.ts';
import { storyOf, WriteCount, type WriteLedger } from './story.ts';

interface Step {
  readonly step_id: number;
  readonly source: 'system' | 'user' | 'agent';
  readonly timestamp?: string;
  message: string;
  reasoning_content?: string;
  tool_calls?: JsonObject[];
  observation?: { results: JsonObject[] };
  metrics?: JsonObject;
}

function argumentsOf(args: JsonValue): JsonObject {
  if (isJsonObject(args)) return args;
  if (typeof args !== 'string') return { value: args };
  try {
    const value = JSON.parse(args) as JsonValue;
    return isJsonObject(value) ? value : { value };
  } catch {
    return { text: args };
  }
}

/** Builds steps from events: one step for each message, to which its calls, their results and its usage are put. */
class Steps {
  readonly list: Step[] = [];
  readonly #ofCall = new Map<string, Step>();
  readonly #messages = new Map<Step, string | undefined>();
  readonly #waiting: TraceEvent[] = [];
  readonly #count: WriteCount;

  constructor(count: WriteCount) {
    this.#count = count;
  }

  #add(source: Step['source'], event: TraceEvent): Step {
    const time = event.time !== undefined && /^\d{4}-/.test(event.time) ? { timestamp: event.time } : {};
    const step: Step = { step_id: this.list.length + 1, source, ...time, message: '' };
    this.list.push(step);
    this.#messages.set(step, event.native.message);
    const waits = source === 'agent' ? this.#waiting.shift() : undefined;
    if (waits?.payload.kind === 'usage') this.#measure(step, waits.payload);
    return step;
  }

  #agent(event: TraceEvent): Step {
    const last = this.list.at(-1);
    const same =
      last?.source === 'agent' &&
      last.observation === undefined &&
      this.#messages.get(last) === event.native.message;
    return last && same ? last : this.#add('agent', event);
  }

  message(event: TraceEvent): void {
    const { payload } = event;
    if (payload.kind !== 'message') return;
    const source = payload.role === 'assistant' ? 'agent' : payload.role === 'user' ? 'user' : 'system';
    const step = source === 'agent' ? this.#agent(event) : this.#add(source, event);
    step.message = step.message === '' ? payload.text : `${step.message}\n${payload.text}`;
    if (payload.reasoning !== undefined && source === 'agent') step.reasoning_content = payload.reasoning;
  }

  call(event: TraceEvent): void {
    const { payload, native } = event;
    if (payload.kind !== 'call') return;
    const step = this.#agent(event);
    step.tool_calls ??= [];
    const id = native.call ?? event.id;
    step.tool_calls.push({
      tool_call_id: id,
      function_name: payload.name,
      arguments: argumentsOf(payload.args),
    });
    this.#ofCall.set(`${native.session ?? ''} ${id}`, step);
  }

  /** False where the trace holds no call for it: the form has no place for such a result. */
  result(event: TraceEvent): boolean {
    const { payload, native } = event;
    const step = this.#ofCall.get(`${native.session ?? ''} ${native.call ?? ''}`);
    if (payload.kind !== 'result' || !step) return false;
    step.observation ??= { results: [] };
    step.observation.results.push({ source_call_id: native.call ?? null, content: payload.text ?? null });
    return true;
  }

  /** Usage may stand before its message: it then waits for the next step of the agent. */
  usage(event: TraceEvent): void {
    const { payload } = event;
    if (payload.kind !== 'usage' || !payload.counted) {
      this.#count.leave(event);
      return;
    }
    const message = event.native.message;
    const own = (step: Step): boolean =>
      step.source === 'agent' && (message === undefined || this.#messages.get(step) === message);
    const step = this.list.findLast(own);
    if (step && !step.metrics) this.#measure(step, payload);
    else this.#waiting.push(event);
  }

  #measure(step: Step, { input, output, cached }: UsagePayload): void {
    step.metrics = {
      ...(input === undefined ? {} : { prompt_tokens: input }),
      ...(output === undefined ? {} : { completion_tokens: output }),
      ...(cached === undefined ? {} : { cached_tokens: cached }),
    };
    this.#count.write();
  }

  /** What still waits found no step. */
  finish(): void {
    for (const event of this.#waiting) this.#count.leave(event);
  }

  take(event: TraceEvent): void {
    const { kind } = event.payload;
    if (kind === 'usage') {
      this.usage(event);
      return;
    }
    if (kind === 'message') this.message(event);
    else if (kind === 'call') this.call(event);
    const written = kind === 'message' || kind === 'call' || (kind === 'result' && this.result(event));
    if (written) this.#count.write();
    else this.#count.leave(event);
  }
}

/**
 * A trace as an ATIF 1.5 trajectory. The form keeps one conversation: messages, calls, results and usage; what it has
 * no place for is counted in the ledger, never put where it does not belong.
 */
export function writeAtif(trace: Trace): { readonly document: JsonObject; readonly ledger: WriteLedger } {
  const { header, events } = trace;
  const count = new WriteCount();
  const steps = new Steps(count);
  for (const event of storyOf(trace)) steps.take(event);
  steps.finish();
  const model = events
    .map(({ payload }) =>
      payload.kind === 'usage' || payload.kind === 'request' || payload.kind === 'session'
        ? payload.model
        : undefined,
    )
    .find((name) => name !== undefined);
  const { tokens } = header;
  const document: JsonObject = {
    schema_version: 'ATIF-v1.5',
    session_id: header.sessions[0] ?? header.sources[0]?.digest ?? 'unknown',
    agent: {
      name: header.harness ?? 'unknown',
      version: header.versions[0] ?? 'unknown',
      ...(model === undefined ? {} : { model_name: model }),
    },
    steps: steps.list as unknown as JsonValue,
    ...(tokens.responses > 0
      ? {
          final_metrics: {
            total_prompt_tokens: tokens.input,
            total_completion_tokens: tokens.output,
            total_cached_tokens: tokens.cached,
            total_steps: steps.list.length,
          },
        }
      : {}),
  };
  return { document, ledger: count.ledger(events.length) };
}

import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { type EventFacts, NotUnderstood, type TraceBuilder } from '../../building/builder.ts';
import { known, listAt, needText, numberAt, objectAt, textAt } from '../fields.ts';
import { usageBesideCache } from '../usage-beside-cache.ts';
import { callsOf, chatMessage, contentOf } from './chat.ts';
import type { SampleState } from './sample.ts';

const OUTPUT_FIELDS = new Set([
  'model',
  'choices',
  'completion',
  'usage',
  'time',
  'metadata',
  'error',
  'fallback',
  'input_context_tokens',
  'response_id',
]);
const CALL_FIELDS = new Set(['request', 'response', 'error', 'time', 'call_refs', 'call_key']);
const CHOICE_FIELDS = new Set(['message', 'stop_reason', 'stop_details', 'logprobs', 'prompt_logprobs']);
const USAGE_FIELDS = new Set([
  'input_tokens',
  'output_tokens',
  'total_tokens',
  'input_tokens_cache_write',
  'input_tokens_cache_read',
  'reasoning_tokens',
  'total_cost',
]);

/** Counts members of an answer of a model that are not known here. */
export function expectOutput(output: JsonObject, builder: TraceBuilder): void {
  builder.expect(output, OUTPUT_FIELDS, 'output');
  if (isJsonObject(output['usage'])) builder.expect(output['usage'], USAGE_FIELDS, 'usage');
  for (const choice of listAt(output, 'choices').filter(isJsonObject)) {
    builder.expect(choice, CHOICE_FIELDS, 'choices');
    if (isJsonObject(choice['message'])) chatMessage(choice['message'], builder);
  }
}

/** Counts of tokens in the words of the log. Its input leaves out what the cache served or stored. */
export function countsOf(usage: JsonObject): Parameters<typeof usageBesideCache>[1] {
  return {
    fresh: numberAt(usage, 'input_tokens'),
    output: numberAt(usage, 'output_tokens'),
    cached: numberAt(usage, 'input_tokens_cache_read'),
    cacheWrite: numberAt(usage, 'input_tokens_cache_write'),
    reasoning: numberAt(usage, 'reasoning_tokens'),
  };
}

/** What part of a sample asked: a role that the log names, a scorer, an agent, or the sample itself. */
function roleOf(event: JsonObject, sample: SampleState): string {
  const named = textAt(event, 'role');
  if (named !== undefined) return named;
  const span = textAt(event, 'span_id');
  return sample.within(span, 'scorer') === undefined ? (sample.within(span, 'agent') ?? 'main') : 'scorer';
}

function toolsOf(event: JsonObject, sample: SampleState): readonly { name: string; description?: string }[] {
  return listAt(event, 'tools')
    .filter(isJsonObject)
    .map((tool) => {
      const description = textAt(tool, 'description');
      const whole = description === undefined ? undefined : String(sample.resolved(description));
      return { name: needText(tool, 'name'), ...known('description', whole) };
    });
}

/** A call of a language model: what it was shown, and what it answered. */
export class ModelEvents {
  readonly #builder: TraceBuilder;

  constructor(builder: TraceBuilder) {
    this.#builder = builder;
  }

  read(event: JsonObject, sample: SampleState, given: EventFacts): void {
    const model = needText(event, 'model');
    // A call and its result are paired by the tool event: what a later request shows of them may be cut away.
    const facts: EventFacts = { ...given, visibility: 'shown', pair: false };
    const messages = sample.input(event);
    const call = objectAt(event, 'call');
    this.#builder.expect(call, CALL_FIELDS, 'call');
    const systems = messages.filter(({ role }) => role === 'system').map(({ text }) => text);
    sample.shown.request(
      {
        model,
        system: systems.join('\n'),
        messages,
        tools: toolsOf(event, sample),
        ...known('body', sample.body(call)),
      },
      roleOf(event, sample),
      facts,
    );
    const failure = textAt(event, 'error');
    if (failure !== undefined) this.#builder.emit({ kind: 'error', message: failure }, facts);
    if (isJsonObject(event['output'])) this.#output(event['output'], sample, facts, event['cache']);
    else if (event['pending'] === true)
      this.#builder.problem('no-reply', 'the model had not answered when the log was written');
    else if (failure === undefined) throw new NotUnderstood('output', 'has no object in output');
  }

  #output(output: JsonObject, sample: SampleState, facts: EventFacts, cache: JsonValue | undefined): void {
    expectOutput(output, this.#builder);
    for (const choice of listAt(output, 'choices')) {
      if (!isJsonObject(choice))
        throw new NotUnderstood('output.choices', 'holds a choice that is no object');
      this.#choice(choice, textAt(output, 'model'), sample, facts);
    }
    const failure = textAt(output, 'error');
    if (failure !== undefined) this.#builder.emit({ kind: 'error', message: failure }, facts);
    this.#usage(output, sample, facts, cache === 'read');
  }

  #choice(choice: JsonObject, model: string | undefined, sample: SampleState, facts: EventFacts): void {
    const message = sample.resolved(choice['message'] ?? null);
    if (!isJsonObject(message)) throw new NotUnderstood('output.choices', 'has no object in message');
    const calls = callsOf(message, this.#builder);
    const { text } = contentOf(message['content'] ?? '');
    for (const { id } of calls) sample.asked(id);
    this.#builder.emit(
      {
        kind: 'response',
        text,
        calls: calls.map(({ id, name, args }) => ({ id, name, args })),
        ...known('stop', textAt(choice, 'stop_reason')),
        ...known('model', model),
      },
      facts,
    );
  }

  #usage(output: JsonObject, sample: SampleState, facts: EventFacts, replayed: boolean): void {
    const usage = output['usage'];
    if (!isJsonObject(usage)) return;
    const key = `${sample.session} ${facts.native?.request ?? `record ${this.#builder.record}`}`;
    const scope = replayed ? 'step' : 'response';
    this.#builder.emit(usageBesideCache({ key, scope, model: textAt(output, 'model') }, countsOf(usage)), {
      ...facts,
      inferred: replayed
        ? ['Served from the cache of Inspect: its tokens were counted when it was first asked']
        : [],
    });
  }
}

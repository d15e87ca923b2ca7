import { type Item, itemsOf } from './openai-responses-items.ts';
import { CREATED, fragments, type Piece, sse } from './pieces.ts';
import type { SettledReply, Usage } from './settled.ts';

const usageOf = ({ input, output, cached }: Usage) => ({
  input_tokens: input,
  input_tokens_details: { cached_tokens: cached },
  output_tokens: output,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: input + output,
});

function response(reply: SettledReply, output: readonly object[], done: boolean): object {
  const cut = reply.stop === 'length';
  return {
    id: reply.id,
    object: 'response',
    created_at: CREATED,
    status: done ? (cut ? 'incomplete' : 'completed') : 'in_progress',
    background: false,
    error: null,
    incomplete_details: done && cut ? { reason: 'max_output_tokens' } : null,
    instructions: null,
    max_output_tokens: null,
    model: reply.model,
    output,
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    store: false,
    temperature: 1,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    truncation: 'disabled',
    usage: done ? usageOf(reply.usage) : null,
    metadata: {},
  };
}

export function responsesJson(reply: SettledReply): string {
  const output = itemsOf(reply).map(({ whole }) => whole);
  return JSON.stringify(response(reply, output, true));
}

function* itemEvents(item: Item, index: number): Generator<[string, object]> {
  const place = { item_id: item.id, output_index: index, ...item.place };
  yield ['response.output_item.added', { output_index: index, item: item.begun }];
  if (item.part) yield [item.part.added, { ...place, part: item.part.empty }];
  for (const delta of fragments(item.text)) yield [item.delta, { ...place, delta, ...item.extra }];
  yield [item.done, { ...place, [item.field]: item.text, ...item.name, ...item.extra }];
  if (item.part) yield [item.part.done, { ...place, part: item.part.full }];
  yield ['response.output_item.done', { output_index: index, item: item.whole }];
}

export function* responsesStream(reply: SettledReply): Generator<Piece> {
  let sequence = 0;
  const event = (type: string, fields: object): string => {
    const data = JSON.stringify({ type, ...fields, sequence_number: sequence });
    sequence += 1;
    return sse(data, type);
  };
  const items = itemsOf(reply);
  const begun = { response: response(reply, [], false) };
  yield { text: event('response.created', begun) };
  yield { text: event('response.in_progress', begun) };
  for (const [index, item] of items.entries()) {
    for (const [type, fields] of itemEvents(item, index)) {
      const text = event(type, fields);
      yield type === 'response.output_item.done' && item.call ? { text, completesCall: true } : { text };
    }
  }
  const whole = response(
    reply,
    items.map((item) => item.whole),
    true,
  );
  const type = reply.stop === 'length' ? 'response.incomplete' : 'response.completed';
  yield { text: event(type, { response: whole }) };
}

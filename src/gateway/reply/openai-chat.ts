import { CREATED, fragments, type Piece, sse } from './pieces.ts';
import type { SettledCall, SettledReply, Usage } from './settled.ts';

const STOPS = { end: 'stop', calls: 'tool_calls', length: 'length' } as const;

const usageOf = ({ input, output, cached }: Usage) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
  prompt_tokens_details: { cached_tokens: cached },
});

const callOf = ({ id, name, kind, raw }: SettledCall) =>
  kind === 'custom'
    ? { id, type: 'custom', custom: { name, input: raw } }
    : { id, type: 'function', function: { name, arguments: raw } };

export function chatJson({ id, model, reasoning, text, calls, stop, usage }: SettledReply): string {
  return JSON.stringify({
    id,
    object: 'chat.completion',
    created: CREATED,
    model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text === '' && calls.length > 0 ? null : text,
          refusal: null,
          ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
          ...(calls.length === 0 ? {} : { tool_calls: calls.map(callOf) }),
        },
        logprobs: null,
        finish_reason: STOPS[stop],
      },
    ],
    usage: usageOf(usage),
  });
}

function* deltas({ reasoning, text, calls }: SettledReply): Generator<[object, boolean]> {
  yield [{ role: 'assistant', content: '' }, false];
  for (const fragment of fragments(reasoning)) yield [{ reasoning_content: fragment }, false];
  for (const fragment of fragments(text)) yield [{ content: fragment }, false];
  for (const [index, call] of calls.entries()) {
    const field = call.kind === 'custom' ? 'input' : 'arguments';
    const pieces = [...fragments(call.raw)];
    const start = { index, ...callOf({ ...call, raw: '' }) };
    yield [{ tool_calls: [start] }, pieces.length === 0];
    for (const [i, piece] of pieces.entries()) {
      yield [{ tool_calls: [{ index, [call.kind]: { [field]: piece } }] }, i === pieces.length - 1];
    }
  }
}

/** @param includeUsage whether the request asked for a last chunk with counts */
export function* chatStream(reply: SettledReply, includeUsage: boolean): Generator<Piece> {
  const base = { id: reply.id, object: 'chat.completion.chunk', created: CREATED, model: reply.model };
  const chunk = (delta: object, finish: string | null): string =>
    sse(
      JSON.stringify({
        ...base,
        choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
        ...(includeUsage ? { usage: null } : {}),
      }),
    );
  for (const [delta, last] of deltas(reply)) {
    const text = chunk(delta, null);
    yield last ? { text, completesCall: true } : { text };
  }
  yield { text: chunk({}, STOPS[reply.stop]) };
  if (includeUsage) {
    yield { text: sse(JSON.stringify({ ...base, choices: [], usage: usageOf(reply.usage) })) };
  }
  yield { text: sse('[DONE]') };
}

import { fragments, type Piece, rawSlot, sse, withRaw } from './pieces.ts';
import type { SettledCall, SettledReply, Usage } from './settled.ts';

const STOPS = { end: 'end_turn', calls: 'tool_use', length: 'max_tokens' } as const;

/** A provider signs its thoughts; nobody can check this signature. */
const SIGNATURE = 'bWVhc3VyYW5k';

const inputUsage = ({ input, cached }: Usage) => ({
  input_tokens: input - cached,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: cached,
});

const envelope = ({ id, model }: SettledReply) => ({ id, type: 'message', role: 'assistant', model });

export function anthropicJson(reply: SettledReply): string {
  const { reasoning, text, calls, stop, usage } = reply;
  const content = [
    ...(reasoning === '' ? [] : [{ type: 'thinking', thinking: reasoning, signature: SIGNATURE }]),
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...calls.map(({ id, name, args, replaced }, i) => ({
      type: 'tool_use',
      id,
      name,
      input: replaced ? rawSlot(i) : args,
    })),
  ];
  return withRaw(
    {
      ...envelope(reply),
      content,
      stop_reason: STOPS[stop],
      stop_sequence: null,
      usage: { ...inputUsage(usage), output_tokens: usage.output },
    },
    calls.map(({ raw }) => raw),
  );
}

const event = (type: string, fields: object): Piece => ({
  text: sse(JSON.stringify({ type, ...fields }), type),
});

interface Block {
  readonly start: object;
  readonly deltas: Iterable<object>;
  readonly call: boolean;
}

function* each(text: string, type: string, field: string): Generator<object> {
  for (const fragment of fragments(text)) yield { type, [field]: fragment };
}

function* thoughts(reasoning: string): Generator<object> {
  yield* each(reasoning, 'thinking_delta', 'thinking');
  yield { type: 'signature_delta', signature: SIGNATURE };
}

function callBlock({ id, name, raw }: SettledCall): Block {
  return {
    start: { type: 'tool_use', id, name, input: {} },
    deltas: each(raw, 'input_json_delta', 'partial_json'),
    call: true,
  };
}

function blocksOf({ reasoning, text, calls }: SettledReply): readonly Block[] {
  const blocks: Block[] = [];
  if (reasoning !== '') {
    const start = { type: 'thinking', thinking: '', signature: '' };
    blocks.push({ start, deltas: thoughts(reasoning), call: false });
  }
  if (text !== '') {
    blocks.push({
      start: { type: 'text', text: '' },
      deltas: each(text, 'text_delta', 'text'),
      call: false,
    });
  }
  return [...blocks, ...calls.map(callBlock)];
}

export function* anthropicStream(reply: SettledReply): Generator<Piece> {
  const { stop, usage } = reply;
  yield event('message_start', {
    message: {
      ...envelope(reply),
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...inputUsage(usage), output_tokens: 1 },
    },
  });
  yield event('ping', {});
  for (const [index, { start, deltas, call }] of blocksOf(reply).entries()) {
    yield event('content_block_start', { index, content_block: start });
    for (const delta of deltas) yield event('content_block_delta', { index, delta });
    const end = event('content_block_stop', { index });
    yield call ? { ...end, completesCall: true } : end;
  }
  yield event('message_delta', {
    delta: { stop_reason: STOPS[stop], stop_sequence: null },
    usage: { ...inputUsage(usage), output_tokens: usage.output },
  });
  yield event('message_stop', {});
}

import { fragments, type Piece, rawSlot, sse, withRaw } from './pieces.ts';
import type { SettledCall, SettledReply, Usage } from './settled.ts';

/** The protocol ends with STOP whether calls follow or not. */
const STOPS = { end: 'STOP', calls: 'STOP', length: 'MAX_TOKENS' } as const;

const usageOf = ({ input, output, cached }: Usage) => ({
  promptTokenCount: input,
  candidatesTokenCount: output,
  totalTokenCount: input + output,
  ...(cached === 0 ? {} : { cachedContentTokenCount: cached }),
});

/** Arguments are an object in this protocol; raw bytes stand in its place and may break the body. */
const callPart = ({ id, name, args, replaced }: SettledCall, slot: number) => ({
  functionCall: { id, name, args: replaced ? rawSlot(slot) : args },
});

function body(reply: SettledReply, parts: readonly object[], last: boolean): object {
  return {
    candidates: [
      {
        content: { parts, role: 'model' },
        ...(last ? { finishReason: STOPS[reply.stop] } : {}),
        index: 0,
      },
    ],
    usageMetadata: usageOf(reply.usage),
    modelVersion: reply.model,
    responseId: reply.id,
  };
}

export function geminiJson(reply: SettledReply): string {
  const { reasoning, text, calls } = reply;
  const parts = [
    ...(reasoning === '' ? [] : [{ text: reasoning, thought: true }]),
    ...(text === '' && calls.length > 0 ? [] : [{ text }]),
    ...calls.map(callPart),
  ];
  return withRaw(
    body(reply, parts, true),
    calls.map(({ raw }) => raw),
  );
}

function* chunks(reply: SettledReply): Generator<Piece> {
  for (const text of fragments(reply.reasoning)) {
    yield { text: JSON.stringify(body(reply, [{ text, thought: true }], false)) };
  }
  for (const text of fragments(reply.text)) yield { text: JSON.stringify(body(reply, [{ text }], false)) };
  for (const call of reply.calls) {
    yield { text: withRaw(body(reply, [callPart(call, 0)], false), [call.raw]), completesCall: true };
  }
  yield { text: JSON.stringify(body(reply, [{ text: '' }], true)) };
}

/** @param events whether `alt=sse` was asked for; without it the stream is one JSON list */
export function* geminiStream(reply: SettledReply, events: boolean): Generator<Piece> {
  let before = '[';
  for (const piece of chunks(reply)) {
    yield { ...piece, text: events ? sse(piece.text) : `${before}${piece.text}` };
    before = ',\r\n';
  }
  if (!events) yield { text: ']' };
}

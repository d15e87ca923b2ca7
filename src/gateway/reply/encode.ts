import type { WireProtocol } from '../../trace/wire/request-view.ts';
import { anthropicJson, anthropicStream } from './anthropic-messages.ts';
import { geminiJson, geminiStream } from './gemini.ts';
import { chatJson, chatStream } from './openai-chat.ts';
import { responsesJson, responsesStream } from './openai-responses.ts';
import type { Piece } from './pieces.ts';
import type { SettledReply } from './settled.ts';

/** How the request wants its answer. */
export interface AnswerForm {
  readonly protocol: WireProtocol;
  readonly stream: boolean;
  /** Chat Completions: whether a chunk with counts was asked for. */
  readonly includeUsage: boolean;
  /** Gemini: whether `alt=sse` was asked for. */
  readonly events: boolean;
}

export interface EncodedAnswer {
  readonly contentType: string;
  readonly pieces: Iterable<Piece>;
}

const EVENT_STREAM = 'text/event-stream; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

function whole(text: string, calls: boolean): EncodedAnswer {
  return { contentType: JSON_TYPE, pieces: [calls ? { text, completesCall: true } : { text }] };
}

/** A reply in the bytes of its protocol. */
export function encode(reply: SettledReply, form: AnswerForm): EncodedAnswer {
  const { protocol, stream, includeUsage, events } = form;
  const calls = reply.calls.length > 0;
  switch (protocol) {
    case 'anthropic-messages':
      if (!stream) return whole(anthropicJson(reply), calls);
      return { contentType: EVENT_STREAM, pieces: anthropicStream(reply) };
    case 'openai-responses':
      if (!stream) return whole(responsesJson(reply), calls);
      return { contentType: EVENT_STREAM, pieces: responsesStream(reply) };
    case 'openai-chat':
      if (!stream) return whole(chatJson(reply), calls);
      return { contentType: EVENT_STREAM, pieces: chatStream(reply, includeUsage) };
    case 'gemini':
      if (!stream) return whole(geminiJson(reply), calls);
      return {
        contentType: events ? EVENT_STREAM : JSON_TYPE,
        pieces: geminiStream(reply, events),
      };
  }
}

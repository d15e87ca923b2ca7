import { MeasurandError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import { anthropicMessages } from './anthropic-messages.ts';
import { BodyField } from './body-field.ts';
import type { Draft } from './draft.ts';
import { gemini } from './gemini.ts';
import { openaiChat } from './openai-chat.ts';
import { openaiResponses } from './openai-responses.ts';
import type { RequestView, WireProtocol } from './request-view.ts';
import { withoutQuery } from './route.ts';

const DECODERS: Readonly<Record<WireProtocol, (body: BodyField, path: string) => Draft>> = {
  'anthropic-messages': anthropicMessages,
  'openai-responses': openaiResponses,
  'openai-chat': openaiChat,
  gemini,
};

function draftOf(protocol: WireProtocol, path: string, body: JsonValue): Draft {
  try {
    return DECODERS[protocol](new BodyField(body), path);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new MeasurandError('invalid-request', 'the body is nested too deeply to be read', {
      field: 'body',
      cause: error,
    });
  }
}

/**
 * What a request body shows the model, the same for all protocols. Kinds of content that a protocol gains later are
 * kept as parts of an unknown kind, never dropped.
 *
 * @param path of the request, with or without its query
 * @throws MeasurandError `invalid-request` that names the field which the protocol does not allow
 */
export function requestView(protocol: WireProtocol, path: string, body: JsonValue): RequestView {
  const plain = withoutQuery(path);
  const { model, stream, system, messages, tools } = draftOf(protocol, plain, body);
  const spoken = messages.filter(({ role }) => role === 'system').map(({ text }) => text);
  return {
    protocol,
    path: plain,
    model,
    stream,
    system: [...system, ...spoken].filter((text) => text !== '').join('\n'),
    messages,
    results: messages.flatMap(({ results }) => results),
    tools,
    body,
  };
}

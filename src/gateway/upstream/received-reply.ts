import type { JsonValue } from '../../core/json.ts';
import type { RequestView } from '../../trace/wire/request-view.ts';
import type { Reply } from '../contracts.ts';
import { readReply } from './read-reply.ts';
import { streamChunks } from './stream-chunks.ts';
import { wholeAnswer } from './whole-answer.ts';

const parsed = (text: string): JsonValue | undefined => {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
};

/**
 * What a harness was answered, read from the bytes that it got, streamed or not: for answers that were passed through.
 *
 * @throws MeasurandError `upstream-answer`, `invalid-request` for bytes that are no whole answer of the protocol
 */
export function receivedReply(view: RequestView, bytes: Uint8Array): Reply {
  const text = Buffer.from(bytes).toString('utf8');
  const whole = parsed(text);
  const body =
    whole === undefined || Array.isArray(whole) ? wholeAnswer(view.protocol, streamChunks(text)) : whole;
  return readReply(view.protocol, body, view);
}

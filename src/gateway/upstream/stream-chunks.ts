import { MeasurandError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';

const broken = (cause: unknown): MeasurandError =>
  new MeasurandError('upstream-answer', 'the streamed answer is not whole JSON events', {
    kind: 'apparatus',
    cause,
  });

/** Data of server-sent events, each JSON; what is no JSON, such as `[DONE]`, ends the stream. */
function* events(text: string): Generator<JsonValue> {
  for (const event of text.split(/\r?\n\r?\n/)) {
    const data = event
      .split(/\r?\n/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice('data:'.length).trimStart())
      .join('\n');
    if (data === '[DONE]') return;
    if (data !== '') yield JSON.parse(data) as JsonValue;
  }
}

/**
 * The chunks of a streamed answer: server-sent events, or one JSON list as one protocol may stream.
 *
 * @throws MeasurandError `upstream-answer` for a stream that broke off or is of something else
 */
export function streamChunks(text: string): readonly JsonValue[] {
  try {
    const list: unknown = text.trimStart().startsWith('[') ? JSON.parse(text) : undefined;
    return Array.isArray(list) ? (list as JsonValue[]) : [...events(text)];
  } catch (error) {
    throw broken(error);
  }
}

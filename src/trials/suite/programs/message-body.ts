import type { IncomingMessage } from 'node:http';

/** Bytes of one message of a helper program; what it read on standard input is in there. */
const LARGEST = 1_048_576;

/**
 * The JSON that a helper program sends.
 *
 * @throws RangeError for more than a MiB; SyntaxError for what is no JSON
 */
export async function messageBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > LARGEST) throw new RangeError('the message is too large');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

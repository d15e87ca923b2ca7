import type { IncomingMessage } from 'node:http';
import { MeasurandError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';

/** No request of a harness comes near it; a body that nests deeper is meant to break readers. */
const DEEPEST = 512;
/** What is read and thrown away of a refused body, so that its sender can read the refusal. */
const MOST_DRAINED = 1 << 30;

/** An error with the HTTP status that tells a client of it. */
export class RefusedRequest extends MeasurandError {
  readonly status: number;

  constructor(status: number, code: string, what: string, next: string, field = 'body') {
    super(code, what, { field, next });
    this.status = status;
  }
}

const tooLarge = (most: number): RefusedRequest =>
  new RefusedRequest(
    413,
    'request-too-large',
    `the body has more than ${most} bytes`,
    'Send less, or open the gateway with a larger bound',
  );

/** Reads the rest of a refused body without keeping it. */
function drain(request: IncomingMessage, already: number): void {
  let bytes = already;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MOST_DRAINED) request.destroy();
  });
  request.resume();
}

/**
 * All bytes of a body, at most `most`.
 *
 * @throws RefusedRequest `request-too-large`, `unsupported-encoding`, `request-cut` where the client went away
 */
export async function readBody(request: IncomingMessage, most: number): Promise<Buffer> {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    drain(request, 0);
    const next = 'Send the body uncompressed';
    throw new RefusedRequest(415, 'unsupported-encoding', `no bodies in ${encoding} are read`, next);
  }
  if (Number(request.headers['content-length'] ?? 0) > most) {
    drain(request, 0);
    throw tooLarge(most);
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const cut = (): void => {
      const next = 'Send the whole body before closing the connection';
      reject(new RefusedRequest(400, 'request-cut', 'the body ended too early', next));
    };
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes <= most) chunks.push(chunk);
      else {
        request.off('data', take);
        drain(request, bytes);
        reject(tooLarge(most));
      }
    };
    request.on('data', take);
    request.once('end', () => resolve(Buffer.concat(chunks, bytes)));
    request.once('error', cut);
    request.once('close', cut);
  });
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Whether brackets nest deeper than allowed, so that no reader of the value runs out of stack. */
function tooDeep(bytes: Buffer): boolean {
  let depth = 0;
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i] as number;
    if (byte === QUOTE) i = endOfString(bytes, i);
    else if (byte === 0x7b || byte === 0x5b) {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (byte === 0x7d || byte === 0x5d) depth -= 1;
  }
  return false;
}

/** Where the string that begins at `start` ends. */
function endOfString(bytes: Buffer, start: number): number {
  for (let end = bytes.indexOf(QUOTE, start + 1); end >= 0; end = bytes.indexOf(QUOTE, end + 1)) {
    let slashes = 0;
    while (bytes[end - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return bytes.length;
}

const notJson = (what: string): RefusedRequest =>
  new RefusedRequest(400, 'invalid-json', what, 'Send one JSON object in UTF-8');

/** @throws RefusedRequest `invalid-json` for bytes that are not UTF-8, not JSON, or nested too deeply */
export function parseBody(bytes: Buffer): JsonValue {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw notJson('the body is not UTF-8');
  }
  if (tooDeep(bytes)) throw notJson(`the body nests deeper than ${DEEPEST} levels`);
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    throw notJson(`the body is not JSON: ${(error as Error).message.slice(0, 200)}`);
  }
}

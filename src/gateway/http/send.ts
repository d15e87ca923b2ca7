import type { ServerResponse } from 'node:http';

/** What was handed to the client. */
export interface Sent {
  readonly bytes: Buffer;
  readonly complete: boolean;
  /** Why the source of the bytes ended before the body was whole. */
  readonly broke?: Error;
}

const BATCH = 32 * 1024;

type Source = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Pieces of text joined to writes of a size that is worth a system call. */
export function* batches(pieces: Iterable<{ readonly text: string }>): Generator<Uint8Array> {
  let batch = '';
  for (const { text } of pieces) {
    batch += text;
    if (batch.length < BATCH) continue;
    yield Buffer.from(batch);
    batch = '';
  }
  if (batch !== '') yield Buffer.from(batch);
}

/** Waits for room in the connection, or for its end. */
function room(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}

/** Resolves once the client, or the gateway, has closed the connection. */
export function untilClosed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.closed || response.destroyed) resolve();
    else response.once('close', resolve);
  });
}

const gone = (response: ServerResponse): boolean => response.destroyed || response.closed;

/** Hands the last bytes to the operating system before the connection is torn down. */
const flushed = (response: ServerResponse, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    response.once('close', resolve);
    response.write(bytes, () => resolve());
  });

export interface Cut {
  /** Bytes of the body after which the stream stops. */
  readonly after: number;
  /** Whether the connection stays open after that, silent. */
  readonly hangs: boolean;
}

/** Writes chunks until the body, the connection or the cut ends; whether it was the body. */
async function write(
  response: ServerResponse,
  source: Source,
  cut: Cut | undefined,
  sent: Uint8Array[],
): Promise<boolean> {
  let bytes = 0;
  for await (const chunk of source) {
    if (gone(response)) return false;
    const left = cut === undefined ? chunk.length : Math.min(chunk.length, cut.after - bytes);
    const part = left < chunk.length ? chunk.subarray(0, left) : chunk;
    sent.push(part);
    bytes += part.length;
    if (cut !== undefined && bytes >= cut.after) {
      await cutShort(response, part, cut);
      return false;
    }
    if (!response.write(part)) await room(response);
  }
  return ended(response, cut);
}

/** Writes a body no faster than the client reads it, and stops where it closes or where a cut says so. */
export async function sendBody(response: ServerResponse, source: Source, cut?: Cut): Promise<Sent> {
  const sent: Uint8Array[] = [];
  response.flushHeaders();
  try {
    const complete = await write(response, source, cut, sent);
    return { bytes: Buffer.concat(sent), complete };
  } catch (error) {
    const broke = error instanceof Error ? error : new Error(String(error));
    return { bytes: Buffer.concat(sent), complete: false, broke };
  }
}

async function cutShort(response: ServerResponse, last: Uint8Array, { hangs }: Cut): Promise<void> {
  await flushed(response, last);
  if (hangs) await untilClosed(response);
  response.destroy();
}

/** A cut beyond the end of the body still tears the connection down. */
async function ended(response: ServerResponse, cut: Cut | undefined): Promise<boolean> {
  if (gone(response)) return false;
  if (cut !== undefined) {
    await cutShort(response, new Uint8Array(), cut);
    return false;
  }
  const finished = new Promise<boolean>((resolve) => {
    response.once('finish', () => resolve(true));
    response.once('close', () => resolve(response.writableFinished));
  });
  response.end();
  return finished;
}

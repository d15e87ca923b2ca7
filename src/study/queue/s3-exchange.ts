import { setTimeout as delay } from 'node:timers/promises';
import type { AwsClient } from 'aws4fetch';
import { sha256 } from '../../core/digest.ts';
import { MeasurandError } from '../../core/errors.ts';
import {
  type BlobExchange,
  exchangeFailed,
  MOST_BYTES,
  packBlob,
  placeOf,
  unpackBlob,
} from './blob-exchange.ts';
import type { Bucket } from './bucket.ts';

const ATTEMPTS = 6;
const REQUEST_MS = 120_000;
const NOT_FOUND = 404;
const TOO_MANY = 429;

export interface S3ExchangeOptions {
  /** Milliseconds before the second attempt at a request that the store was too busy for; doubles each time. @default 200 */
  readonly pause?: number;
}

/** @throws MeasurandError `missing-dependency` */
async function clientOf({ region, accessKeyId, secretAccessKey, sessionToken }: Bucket): Promise<AwsClient> {
  try {
    const { AwsClient: Client } = await import('aws4fetch');
    const token = sessionToken === undefined ? {} : { sessionToken };
    return new Client({ accessKeyId, secretAccessKey, ...token, region, service: 's3', retries: 0 });
  } catch (cause) {
    throw new MeasurandError('missing-dependency', 'An S3-compatible store needs aws4fetch', {
      kind: 'unsupported',
      next: 'Run npm install aws4fetch, or npm install without --omit=optional; or pass blobs by a folder',
      cause,
    });
  }
}

const isPassing = ({ status }: Response): boolean => status >= 500 || status === TOO_MANY;

/** The body, unless it is longer than any blob. */
async function bodyOf({ body }: Response): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > MOST_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Requests to one place in a store. */
class Requests {
  readonly #bucket: Bucket;
  readonly #client: AwsClient;
  readonly #pause: number;

  constructor(bucket: Bucket, client: AwsClient, pause: number) {
    this.#bucket = bucket;
    this.#client = client;
    this.#pause = pause;
  }

  /**
   * Blobs are named by their contents, so asking again for what may have been done already changes nothing: outages and
   * a store that is too busy are waited out, for some seconds.
   *
   * @throws MeasurandError `blob-exchange` for what the last attempt met
   */
  async send(method: 'HEAD' | 'GET' | 'PUT', digest: string, bytes?: Buffer): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const reply = await this.#once(method, digest, bytes);
      const isLast = attempt === ATTEMPTS;
      if (reply instanceof Response && (isLast || !isPassing(reply))) return reply;
      if (reply instanceof Response) await reply.body?.cancel();
      else if (isLast) throw exchangeFailed('the store does not answer', this.#bucket.shown, reply);
      await delay(this.#pause * 2 ** (attempt - 1));
    }
  }

  /** What a request met in place of a reply is given back. */
  async #once(method: string, digest: string, bytes: Buffer | undefined): Promise<unknown> {
    try {
      return await this.#client.fetch(`${this.#bucket.url}/${placeOf(digest)}`, {
        method,
        // Signed, so that the store keeps nothing but these bytes.
        headers: { 'x-amz-content-sha256': sha256(bytes ?? '') },
        ...(bytes === undefined ? {} : { body: new Uint8Array(bytes) }),
        redirect: 'error',
        signal: AbortSignal.timeout(REQUEST_MS),
      });
    } catch (error) {
      return error;
    }
  }

  refused({ status }: Response, what: string): MeasurandError {
    return exchangeFailed(`the store would not ${what} a blob: HTTP ${status}`, this.#bucket.shown);
  }
}

/**
 * A place in an S3-compatible store, with the same names and bytes as in a folder. What is there already is not sent
 * again.
 *
 * @throws MeasurandError `missing-dependency`; from both functions `blob-exchange`
 */
export async function s3Exchange(
  bucket: Bucket,
  { pause = 200 }: S3ExchangeOptions = {},
): Promise<BlobExchange> {
  const requests = new Requests(bucket, await clientOf(bucket), pause);
  return {
    async put(digest, text) {
      if ((await requests.send('HEAD', digest)).ok) return;
      const reply = await requests.send('PUT', digest, await packBlob(text));
      await reply.body?.cancel();
      if (!reply.ok) throw requests.refused(reply, 'keep');
    },
    async get(digest) {
      const reply = await requests.send('GET', digest);
      if (reply.ok) {
        const packed = await bodyOf(reply);
        return packed && (await unpackBlob(digest, packed));
      }
      await reply.body?.cancel();
      if (reply.status === NOT_FOUND) return undefined;
      throw requests.refused(reply, 'give');
    },
  };
}

import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { sha256 } from '../../core/digest.ts';
import { MeasurandError } from '../../core/errors.ts';

/** Where blobs pass from workers to the one who collects, when they shall not pass through the queue server. */
export interface BlobExchange {
  /** @throws MeasurandError `blob-exchange` when it cannot be written */
  put(digest: string, text: string): Promise<void>;
  /** Undefined when there is none, or when the bytes are not those of the digest. */
  get(digest: string): Promise<string | undefined>;
}

/** A blob takes no more, packed or not. */
export const MOST_BYTES = 256 * 1024 * 1024;

const inflate = promisify(inflateRaw);

/** The bytes that lie in an exchange for a text. */
export const packBlob: (text: string) => Promise<Buffer> = promisify(deflateRaw);

/** The text of a digest from what lies in an exchange; undefined when it is not the digest's. */
export async function unpackBlob(digest: string, packed: Uint8Array): Promise<string | undefined> {
  try {
    const text = (await inflate(packed, { maxOutputLength: MOST_BYTES })).toString('utf8');
    return sha256(text) === digest ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Below the root of an exchange: `ab/cdef…`, so that no folder grows too long. */
export function placeOf(digest: string): string {
  return `${digest.slice(0, 2)}/${digest.slice(2)}`;
}

/** @param file the exchange, or the file in it */
export function exchangeFailed(what: string, file: string, cause?: unknown): MeasurandError {
  return new MeasurandError('blob-exchange', what, {
    kind: 'apparatus',
    file,
    next: 'Mend the cause (space, permissions, the network), then start again what stopped: it continues',
    cause,
  });
}

import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { sha256 } from '../../core/digest.ts';

const first = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.[0];

const bearer = (value: string | undefined): string | undefined => /^Bearer\s+(.+)$/i.exec(value ?? '')?.[1];

/** Where the clients of the four protocols put their key. */
function offered(headers: IncomingHttpHeaders, query: URLSearchParams): readonly string[] {
  return [
    bearer(headers.authorization),
    first(headers['x-api-key']),
    first(headers['x-goog-api-key']),
    query.get('key') ?? undefined,
  ].filter((key) => key !== undefined);
}

/** Digests have one length, so that comparing them tells nothing about the token. */
const equal = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(sha256(a)), Buffer.from(sha256(b)));

/** Whether a request holds the token of the run. */
export const holdsToken = (headers: IncomingHttpHeaders, query: URLSearchParams, token: string): boolean =>
  offered(headers, query).some((key) => equal(key, token));

import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { MeasurandError } from '../../core/errors.ts';

/** Headers of an upstream's answer that a client acts on. */
const HANDED_ON = ['content-type', 'retry-after', 'retry-after-ms', 'x-should-retry'];

// Agents of our own: the global ones may be told by the environment to go through a proxy.
const HTTP = new HttpAgent({ keepAlive: true });
const HTTPS = new HttpsAgent({ keepAlive: true });

export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: IncomingMessage;
}

export const unreachable = (url: URL, cause: unknown): MeasurandError =>
  new MeasurandError('upstream-unreachable', `${url.origin} did not answer: ${(cause as Error).message}`, {
    kind: 'apparatus',
    next: 'Check the address of the upstream and the network',
    cause,
  });

function handedOn({ headers }: IncomingMessage): Record<string, string> {
  const kept = HANDED_ON.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return Object.fromEntries(kept);
}

/**
 * Asks exactly one address: redirects are not followed, and no proxy is used.
 *
 * @throws MeasurandError `upstream-unreachable`, `upstream-redirect`
 */
export function askUpstream(
  url: URL,
  method: string,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array | null,
  signal: AbortSignal,
): Promise<UpstreamAnswer> {
  const secure = url.protocol === 'https:';
  const length = body === null ? {} : { 'content-length': String(body.length) };
  const options = {
    method,
    headers: { ...headers, ...length, 'accept-encoding': 'identity' },
    signal,
    agent: secure ? HTTPS : HTTP,
  };
  return new Promise((resolve, reject) => {
    const request: ClientRequest = (secure ? httpsRequest : httpRequest)(url, options);
    request.once('error', (error) => reject(unreachable(url, error)));
    request.once('response', (answer) => {
      const status = answer.statusCode ?? 0;
      if (status >= 300 && status < 400) {
        answer.resume();
        reject(
          new MeasurandError('upstream-redirect', `${url.origin} redirects, which is never followed`, {
            kind: 'apparatus',
            next: 'Give the address to which it redirects',
          }),
        );
      } else resolve({ status, headers: handedOn(answer), body: answer });
    });
    request.end(body ?? undefined);
  });
}

import { type IncomingHttpHeaders, type IncomingMessage, request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { NO_KEY } from './ask.ts';
import type { AnswerEnd } from './boundary.ts';

/** Headers of a request that are sent; a client's own telemetry and what the environment adds to it are not. */
const SENT = [
  'accept',
  'anthropic-version',
  'authorization',
  'content-type',
  'user-agent',
  'x-api-key',
  'x-goog-api-key',
];
/** Bytes of an answer, unless said otherwise. */
const MOST_BYTES = 8 << 20;
/** Seconds for a whole answer, unless said otherwise. */
const LONGEST = 600;

export interface RequestLimits {
  /** Bytes of an answer. @default 8 MiB */
  readonly answerBytes?: number;
  /** Seconds from the request to the end of the answer. @default 600 */
  readonly seconds?: number;
}

export interface SentRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly end: AnswerEnd;
}

function flat(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  const entries = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  return Object.fromEntries(entries);
}

function allowed(init: RequestInit | undefined): Record<string, string> {
  const given = new Headers(init?.headers);
  if (given.get('authorization') === `Bearer ${NO_KEY}`) given.delete('authorization');
  const kept = SENT.filter((name) => given.has(name)).map(
    (name) => [name, given.get(name) as string] as const,
  );
  // Bytes are stored as they come, so they must come as they are.
  return { ...Object.fromEntries(kept), 'accept-encoding': 'identity' };
}

function bodyOf(init: RequestInit | undefined): Buffer {
  if (typeof init?.body === 'string') return Buffer.from(init.body);
  throw new TypeError('A client library sent a body that is no text');
}

/** Reads an answer to its end, its bound, or the moment when it is stopped. */
function readAnswer(
  message: IncomingMessage,
  most: number,
  stopped: () => AnswerEnd,
): Promise<ReceivedAnswer> {
  const { promise, resolve } = withResolve<ReceivedAnswer>();
  const chunks: Buffer[] = [];
  let held = 0;
  const finish = (end: AnswerEnd): void =>
    resolve({
      status: message.statusCode ?? 0,
      headers: flat(message.headers),
      body: Buffer.concat(chunks),
      end,
    });
  message.on('data', (chunk: Buffer) => {
    held += chunk.length;
    if (held <= most) chunks.push(chunk);
    else {
      finish('too-large');
      message.destroy();
    }
  });
  message.on('end', () => finish(message.complete ? 'complete' : 'cut'));
  message.on('error', () => finish(stopped()));
  message.on('close', () => finish(stopped()));
  return promise;
}

function withResolve<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/**
 * What a client library gets as its `fetch`: sends one request on a connection of its own, follows no redirect, and
 * reads the whole answer before the library sees any of it. A second request is refused and counted, so a library that
 * asked twice is found out. The platform's `fetch` will not do: it asks again by itself after status 421.
 */
export class OneRequest {
  readonly #signal: AbortSignal;
  readonly #limits: RequestLimits;
  #asked = 0;
  #sent: SentRequest | undefined;
  #answer: ReceivedAnswer | undefined;

  constructor(signal: AbortSignal, limits: RequestLimits = {}) {
    this.#signal = signal;
    this.#limits = limits;
  }

  /** Requests that the library wanted to send. */
  get asked(): number {
    return this.#asked;
  }

  get sent(): SentRequest | undefined {
    return this.#sent;
  }

  get answer(): ReceivedAnswer | undefined {
    return this.#answer;
  }

  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    this.#asked += 1;
    if (this.#asked > 1) throw new TypeError('One decision is one request');
    const url = new URL(input instanceof Request ? input.url : input);
    const sent = { url, method: init?.method ?? 'GET', headers: allowed(init), body: bodyOf(init) };
    this.#sent = sent;
    const { status, headers, body, end } = await this.#send(sent);
    if (end !== 'complete') throw new TypeError(`The answer is ${end}`);
    if (status < 200 || status > 599) throw new TypeError(`The answer has status ${status}`);
    const empty = [204, 205, 304].includes(status);
    return new Response(empty ? null : new Uint8Array(body), { status, headers: contentType(headers) });
  };

  async #send({ url, method, headers, body }: SentRequest): Promise<ReceivedAnswer> {
    this.#signal.throwIfAborted();
    const { answerBytes = MOST_BYTES, seconds = LONGEST } = this.#limits;
    const send = url.protocol === 'https:' ? secure : plain;
    let late = false;
    const stopped = (): AnswerEnd => (this.#signal.aborted ? 'aborted' : late ? 'too-late' : 'cut');
    const outgoing = send(url, {
      method,
      headers: { ...headers, 'content-length': String(body.length) },
      agent: false,
      signal: this.#signal,
    });
    const timer = setTimeout(() => {
      late = true;
      outgoing.destroy(new Error(`No whole answer within ${seconds} s`));
    }, seconds * 1000);
    try {
      const message = await new Promise<IncomingMessage>((resolve, reject) => {
        outgoing.on('response', resolve);
        outgoing.on('error', reject);
        outgoing.end(body);
      });
      this.#answer = await readAnswer(message, answerBytes, stopped);
      return this.#answer;
    } finally {
      clearTimeout(timer);
      outgoing.destroy();
    }
  }
}

/** All that a library needs in order to read the body; the rest is for us. */
function contentType(headers: Readonly<Record<string, string>>): Record<string, string> {
  const type = headers['content-type'];
  return type === undefined ? {} : { 'content-type': type };
}

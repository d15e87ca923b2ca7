import { MeasurandError } from '../../core/errors.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { WireProtocol } from '../../trace/wire/request-view.ts';
import type {
  ClassifiedRequest,
  GatewayBackend,
  Reply,
  SourcedReply,
  UpstreamError,
  WireReply,
  WireRequest,
} from '../contracts.ts';
import { addressAt, askPath, keyHeaders, tailOf, upstreamUrl } from '../upstream/address.ts';
import { askOf } from '../upstream/ask.ts';
import { readReply } from '../upstream/read-reply.ts';
import { askUpstream, type UpstreamAnswer, unreachable } from '../upstream/request.ts';

const MOST_ANSWER_BYTES = 64 << 20;

export interface UpstreamOptions {
  /** Base URL; without a path, the protocol's own prefix is added. */
  readonly url: string;
  readonly protocol: WireProtocol;
  /** In no record. Empty where the upstream wants none. */
  readonly key: string;
  /** Model to ask for in place of the one that a harness names. @default that one */
  readonly model?: string;
}

async function wholeBody({ body }: UpstreamAnswer, url: URL): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MOST_ANSWER_BYTES) throw new Error(`its answer has more than ${MOST_ANSWER_BYTES} bytes`);
    }
  } catch (error) {
    throw unreachable(url, error);
  }
  return Buffer.concat(chunks, bytes);
}

function jsonOf(bytes: Buffer, url: URL): JsonValue {
  try {
    return JSON.parse(bytes.toString()) as JsonValue;
  } catch (error) {
    throw unreachable(url, error);
  }
}

/** The provider's own words where the body has them where all four protocols do. */
function upstreamError({ status, headers }: UpstreamAnswer, bytes: Buffer): UpstreamError {
  let message = bytes.toString().slice(0, 1000);
  try {
    const { error } = JSON.parse(bytes.toString()) as { error?: { message?: unknown } };
    if (typeof error?.message === 'string') ({ message } = error as { message: string });
  } catch {
    // Not JSON: the text stands.
  }
  const { 'content-type': _type, ...rest } = headers;
  return { status, message, headers: rest };
}

class Proxied implements GatewayBackend {
  readonly id = 'proxied';
  readonly secrets: readonly string[];
  readonly #url: URL;
  readonly #options: UpstreamOptions;

  constructor(options: UpstreamOptions) {
    this.#url = upstreamUrl(options.url);
    this.#options = options;
    this.secrets = [options.key];
  }

  get #keyHeaders(): Readonly<Record<string, string>> {
    const { protocol, key } = this.#options;
    return key === '' ? {} : keyHeaders(protocol, key);
  }

  /** Bytes pass through when both ends speak the same protocol. */
  async pass(request: WireRequest, signal: AbortSignal): Promise<WireReply | undefined> {
    const { protocol } = this.#options;
    const lists = request.operation === 'models' && protocol.startsWith('openai');
    if (request.protocol !== (lists ? 'openai-chat' : protocol)) return undefined;
    const { body, tail } = this.#renamed(request);
    const url = addressAt(this.#url, protocol, tail);
    const { 'user-agent': _agent, ...headers } = request.headers;
    const answer = await askUpstream(url, request.method, { ...this.#keyHeaders, ...headers }, body, signal);
    return body === request.body || body === null ? answer : { ...answer, asked: body };
  }

  /** The request with the model that the upstream is to use. */
  #renamed({ view, body, path }: WireRequest): { readonly body: Uint8Array | null; readonly tail: string } {
    const { model } = this.#options;
    const tail = tailOf(path);
    if (model === undefined || view === undefined || view.model === model) return { body, tail };
    if (view.protocol === 'gemini') {
      return { body, tail: tail.replace(/^\/models\/[^:]*/, () => `/models/${encodeURIComponent(model)}`) };
    }
    return { body: Buffer.from(JSON.stringify({ ...(view.body as JsonObject), model })), tail };
  }

  async sourced({ view }: ClassifiedRequest, signal: AbortSignal): Promise<SourcedReply> {
    const { protocol, model = view.model } = this.#options;
    const { body, losses } = askOf(view, protocol, model);
    const asked = Buffer.from(JSON.stringify(body));
    const url = addressAt(this.#url, protocol, askPath(protocol, model));
    const headers = { ...this.#keyHeaders, 'content-type': 'application/json' };
    const answer = await askUpstream(url, 'POST', headers, asked, signal);
    const answered = await wholeBody(answer, url);
    const failed = answer.status < 200 || answer.status > 299;
    const reply = failed ? upstreamError(answer, answered) : this.#reply(answered, url, view);
    return { reply, asked, answered, losses };
  }

  #reply(answered: Buffer, url: URL, view: ClassifiedRequest['view']): Reply {
    const body = jsonOf(answered, url);
    try {
      return readReply(this.#options.protocol, body, view);
    } catch (error) {
      throw new MeasurandError('upstream-answer', `the upstream's answer is not of its protocol`, {
        kind: 'apparatus',
        next: 'Check that --protocol names what the upstream speaks',
        cause: error,
      });
    }
  }

  async reply(request: ClassifiedRequest, signal: AbortSignal): Promise<Reply> {
    const { reply } = await this.sourced(request, signal);
    if (!('status' in reply)) return reply;
    throw new MeasurandError('upstream-error', reply.message, { kind: 'apparatus' });
  }
}

/**
 * A back end that asks a real upstream and no other address. Where the harness speaks the same protocol, bodies and
 * streams pass through byte for byte; else requests and answers are translated, whole, and each loss is recorded.
 *
 * @throws MeasurandError `invalid-upstream`
 */
export const proxied = (options: UpstreamOptions): GatewayBackend => new Proxied(options);

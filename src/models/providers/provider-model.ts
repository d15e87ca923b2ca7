import type { Model, ModelMove, ModelView } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import type { BoundaryExchange, BoundaryRecorder } from './boundary.ts';
import { clientFor } from './client.ts';
import { describeModel, type ModelDescription } from './describe.ts';
import { type Endpoint, endpointOf, type Variables } from './endpoint.ts';
import { failureOf } from './failure.ts';
import { OneRequest, type RequestLimits } from './one-request.ts';
import { Secrets } from './secrets.ts';

export interface ProviderModelOptions {
  /** Where addresses and keys come from. Every variable that names a secret is kept out of all that is stored. */
  readonly environment: Variables;
  /** Gets what crossed the wire. @default nobody */
  readonly boundary?: BoundaryRecorder;
  readonly limits?: RequestLimits;
}

/** Headers of a request that are stored; those with a key are not among them. */
const STORED_REQUEST = ['accept', 'anthropic-version', 'content-type', 'user-agent'];
/** Headers of an answer that say something about it. */
const STORED_ANSWER =
  /^(content-(type|length)|date|retry-after(-ms)?|(x-)?request-id|server|(x-|anthropic-)ratelimit-.*|openai-(model|version|processing-ms))$/;

function stored(
  headers: Readonly<Record<string, string>>,
  keep: (name: string) => boolean,
  secrets: Secrets,
): Readonly<Record<string, string>> {
  const entries = Object.entries(headers).filter(([name]) => keep(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, secrets.text(value)]));
}

function exchangeOf(
  model: string,
  { sent, answer }: OneRequest,
  secrets: Secrets,
  spread: boolean,
): BoundaryExchange | undefined {
  if (!sent) return undefined;
  const { url, method, headers, body } = sent;
  const request = {
    method,
    path: secrets.text(`${url.pathname}${url.search}`),
    headers: stored(headers, (name) => STORED_REQUEST.includes(name), secrets),
    body: secrets.clean(body).bytes,
  };
  if (!answer) return { model, request };
  const kept = {
    status: answer.status,
    headers: stored(answer.headers, (name) => STORED_ANSWER.test(name), secrets),
    end: answer.end,
  };
  if (spread) return { model, request, response: { ...kept, body: Buffer.alloc(0), withheld: true } };
  return { model, request, response: { ...kept, body: secrets.clean(answer.body).bytes } };
}

/** A move without any key in it, and whether one stood there only in pieces, so that the bytes did not show it. */
function cleaned(
  move: ModelMove,
  { answer }: OneRequest,
  secrets: Secrets,
): { readonly move: ModelMove; readonly spread: boolean } {
  const clean = secrets.value(move as unknown as JsonValue) as unknown as ModelMove;
  if (clean === move) return { move, spread: false };
  const spread = answer !== undefined && !secrets.clean(answer.body).found;
  return {
    move: { ...clean, remarks: [...(clean.remarks ?? []), 'a key was taken out of the answer'] },
    spread,
  };
}

function refuseUnsupported({ id, quirks, sampling }: ModelDescription): void {
  for (const name of ['temperature', 'topP'] as const) {
    if (quirks.temperature === 'rejected' && sampling[name] !== undefined) {
      throw new MeasurandError('unsupported-sampling', `${id} is of a kind that refuses ${name}`, {
        field: 'model',
        next: 'Leave it out of the id',
      });
    }
  }
  if (quirks.seed === 'rejected' && sampling['seed'] !== undefined) {
    throw new MeasurandError('unsupported-sampling', `${id} is of a kind that takes no seed`, {
      field: 'model',
      next: 'Leave it out of the id',
    });
  }
}

function refuseTools({ id, quirks }: ModelDescription, { tools }: ModelView): void {
  if (quirks.tools === 'native' || tools.length === 0) return;
  throw new MeasurandError('no-tool-support', `${id} cannot call tools`, {
    kind: 'unsupported',
    field: 'model',
    next: 'Run it under a scaffold that gives it none, such as l1',
  });
}

class ProviderModel implements Model {
  readonly kind = 'provider';
  readonly holdsLimit = true;
  readonly #model: ModelDescription;
  readonly #endpoint: Endpoint;
  readonly #secrets: Secrets;
  readonly #options: ProviderModelOptions;

  constructor(model: ModelDescription, options: ProviderModelOptions) {
    this.#model = model;
    this.#options = options;
    this.#endpoint = endpointOf(model, options.environment);
    const { key } = this.#endpoint;
    this.#secrets = new Secrets(options.environment, key === undefined ? [] : [key]);
  }

  get id(): string {
    return this.#model.id;
  }

  async decide(view: ModelView, signal: AbortSignal): Promise<ModelMove> {
    signal.throwIfAborted();
    refuseTools(this.#model, view);
    const ask = await clientFor(this.#model.provider);
    const request = new OneRequest(signal, this.#options.limits);
    const given = await this.#outcome(() =>
      ask({ model: this.#model, endpoint: this.#endpoint, view, fetch: request.fetch }),
    );
    const failed = 'error' in given || request.asked !== 1;
    const result = failed ? undefined : cleaned(given.move, request, this.#secrets);
    const exchange = exchangeOf(this.id, request, this.#secrets, result?.spread ?? false);
    if (exchange) this.#options.boundary?.exchange(exchange);
    signal.throwIfAborted();
    if (result) return result.move;
    throw failureOf(request, 'error' in given ? given.error : undefined, {
      streamed: this.#model.stream,
      words: (text) => this.#secrets.text(text),
    });
  }

  async #outcome(
    ask: () => Promise<ModelMove>,
  ): Promise<{ readonly move: ModelMove } | { readonly error: unknown }> {
    try {
      return { move: await ask() };
    } catch (error) {
      return { error };
    }
  }
}

/**
 * A model behind a provider's API. One decision is one request and never a second: it waits for nothing, retries
 * nothing and repairs nothing. What goes wrong is a `ProviderError`.
 *
 * @throws MeasurandError `invalid-model-id`, `unsupported-sampling`, and what {@link endpointOf} refuses
 */
export function providerModel(id: string, options: ProviderModelOptions): Model {
  const model = describeModel(id);
  refuseUnsupported(model);
  return new ProviderModel(model, options);
}

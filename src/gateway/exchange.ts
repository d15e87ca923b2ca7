import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonObject } from '../core/json.ts';
import type { Secrets } from '../models/providers/secrets.ts';
import type { AppliedIntervention, BoundaryRecord, RequestRole } from '../trace/wire/boundary-record.ts';
import type { RequestView, WireProtocol } from '../trace/wire/request-view.ts';
import type { WireRoute } from '../trace/wire/route.ts';
import type { Sent } from './http/send.ts';
import type { BoundaryLog } from './log/boundary-log.ts';
import { keptHeaders, keptPath } from './log/headers.ts';

/** What every exchange of a gateway keeps things with. */
export interface Keeping {
  readonly log: BoundaryLog;
  readonly secrets: Secrets;
}

/** One request and what is known of it so far; at its end, its record. */
export class Exchange {
  readonly arrival: number;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly #keeping: Keeping;
  readonly #began: number;
  readonly #date = new Date();
  readonly #started = performance.now();
  readonly #abort = new AbortController();
  #firstByte: number | null = null;
  #replyHeaders: Readonly<Record<string, string>> = {};

  route: WireRoute | undefined;
  view: RequestView | undefined;
  role: RequestRole | undefined;
  sent: Buffer | undefined;
  shown: Uint8Array | undefined;
  backend = 'gateway';
  reply: JsonObject | undefined;
  answered: Uint8Array | undefined;
  status: number | undefined;
  received: Sent | undefined;
  usage: BoundaryRecord['usage'] = null;
  faults: readonly JsonObject[] = [];
  interventions: readonly AppliedIntervention[] = [];
  losses: readonly string[] = [];
  problem: { readonly code: string; readonly message: string } | undefined;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    keeping: Keeping,
    place: { readonly arrival: number; readonly began: number },
  ) {
    this.request = request;
    this.response = response;
    this.#keeping = keeping;
    this.arrival = place.arrival;
    this.#began = place.began;
    this.path = request.url ?? '/';
    this.query = new URLSearchParams(this.path.split('?', 2)[1] ?? '');
    // A connection that the client drops mid-write is told of by `close`, and must not bring the process down.
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    response.once('close', () => {
      if (!response.writableFinished) this.#abort.abort();
    });
  }

  /** Aborted when the client goes away, or the gateway does. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Ends the exchange from our side. */
  abandon(): void {
    this.problem ??= { code: 'gateway-closed', message: 'the gateway closed before the answer was whole' };
    this.#abort.abort();
    this.response.destroy();
  }

  get protocol(): WireProtocol | undefined {
    return this.route?.protocol;
  }

  /** Keeps text or bytes less secrets, and gives their digest. */
  keep(content: string | Uint8Array): string {
    return this.#keeping.log.put(this.#keeping.secrets.clean(Buffer.from(content)).bytes);
  }

  /** Begins the answer. */
  head(status: number, headers: Readonly<Record<string, string>>): void {
    this.status = status;
    this.#replyHeaders = headers;
    this.#firstByte = performance.now() - this.#started;
    this.response.writeHead(status, {
      ...headers,
      'request-id': `req_${this.arrival}`,
      'x-request-id': `req_${this.arrival}`,
    });
  }

  #blob(content: Uint8Array | undefined): string | null {
    return content === undefined ? null : this.keep(content);
  }

  /** @param ended tick of the gateway's logical clock */
  record(ended: number): BoundaryRecord {
    const { secrets } = this.#keeping;
    const clean = (text: string): string => secrets.text(text);
    const { view, received } = this;
    const closed = this.problem?.code === 'gateway-closed';
    return {
      format: 'measurand.boundary/1',
      arrival: this.arrival,
      ticks: { began: this.#began, ended },
      role: this.role ?? null,
      protocol: this.protocol ?? null,
      operation: this.route?.operation ?? null,
      method: this.request.method ?? '',
      path: keptPath(this.path, clean),
      model: view?.model ?? null,
      stream: view?.stream ?? null,
      headers: keptHeaders(this.request.headers, clean),
      sent: this.#blob(this.sent),
      shown: this.#blob(this.shown),
      backend: this.backend,
      reply: this.reply === undefined ? null : secrets.value(this.reply),
      answered: this.#blob(this.answered),
      status: this.status ?? null,
      replyHeaders: keptHeaders(this.#replyHeaders, clean),
      received: this.#blob(received?.bytes),
      complete: received?.complete ?? false,
      closedEarly: this.signal.aborted && !closed && !(received?.complete ?? false) && !this.#cut(),
      usage: this.usage,
      faults: this.faults,
      interventions: this.interventions,
      losses: this.losses,
      problem: this.problem === undefined ? null : { ...this.problem, message: clean(this.problem.message) },
    };
  }

  /** Whether it was a fault of ours that ended the connection. */
  #cut(): boolean {
    return this.faults.some(({ type }) => type === 'cut') && !this.faults.some(({ type }) => type === 'hang');
  }

  timing() {
    const ended = performance.now() - this.#started;
    return { arrival: this.arrival, began: this.#date.toISOString(), firstByte: this.#firstByte, ended };
  }
}

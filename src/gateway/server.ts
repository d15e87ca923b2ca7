import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { MeasurandError } from '../core/errors.ts';
import type { Variables } from '../models/providers/endpoint.ts';
import { Secrets } from '../models/providers/secrets.ts';
import type { BoundaryRecord } from '../trace/wire/boundary-record.ts';
import type { WireProtocol } from '../trace/wire/request-view.ts';
import type { GatewayBackend, RequestClassifier } from './contracts.ts';
import { Exchange, type Keeping } from './exchange.ts';
import { type FaultRule, FaultRules } from './fault-rules.ts';
import { checkIntervention, type Intervention } from './interventions/intervention.ts';
import { type BoundaryLog, MemoryLog } from './log/boundary-log.ts';
import { FolderLog } from './log/folder-log.ts';
import { errorBody } from './reply/errors.ts';
import { ReplyIds } from './reply/settled.ts';
import { type Service, serveRequest } from './serve-request.ts';

const LOOPBACK = '127.0.0.1';
const MOST_BODY_BYTES = 64 << 20;
const MOST_HEADER_BYTES = 64 << 10;
/** Connections that may wait to be taken up: thousands come at once. */
const BACKLOG = 8192;
/** Clients that pause between turns find their connection still open. */
const KEEP_ALIVE_MS = 60_000;

export interface GatewayOptions {
  readonly backend: GatewayBackend;
  readonly classify: RequestClassifier;
  /** A port of the loopback address, 0 for a free one, or the path of a unix socket. @default { port: 0 } */
  readonly listen?: { readonly port: number } | { readonly socket: string };
  /** @default a random one */
  readonly token?: string;
  /** Names in model lists. @default none */
  readonly models?: readonly string[];
  /** Folder for the boundary log, which must hold none. @default the log is kept in memory */
  readonly record?: string;
  readonly interventions?: readonly Intervention[];
  /** Faults of the wire, beside those of a back end's own replies. @default none */
  readonly faults?: readonly FaultRule[];
  /** Longest request body, bytes. @default 64 MiB */
  readonly mostBodyBytes?: number;
  /** Variables whose values never reach the log where their name says that they are secrets. @default none */
  readonly environment?: Variables;
  /** More secrets; the token and those of the back end are always ones. */
  readonly keys?: readonly string[];
  /** Told of each exchange as it ends. */
  readonly onExchange?: (record: BoundaryRecord) => void;
}

/** One request that was refused or could not be answered. */
export interface GatewayProblem {
  readonly arrival: number;
  readonly code: string;
  readonly message: string;
}

/** A local model server. Disposing of it ends all that is open and waits until the log is kept. */
export interface Gateway extends AsyncDisposable {
  /** Without a path: `http://127.0.0.1:PORT`, or `http://localhost` behind a unix socket. */
  readonly url: string;
  /** What a client of each protocol takes as its base URL. */
  readonly baseUrls: Readonly<Record<WireProtocol, string>>;
  readonly token: string;
  /** In the order in which exchanges ended. */
  readonly records: readonly BoundaryRecord[];
  /** Bytes of a blob that a record names. @throws MeasurandError `unknown-blob` */
  blob(digest: string): Promise<Uint8Array>;
  readonly problems: readonly GatewayProblem[];
  /** Set once something happened that makes the run worthless as evidence. Strangers without the token do not. */
  readonly failure: MeasurandError | undefined;
  /** How many requests have come whose exchange has not ended. */
  readonly openExchanges: number;
  /** Resolves when no exchange is open and the log is kept. @throws MeasurandError `boundary-write` */
  idle(): Promise<void>;
}

/** What harnesses do beside talking to their model is refused, and leaves the run as it is. */
const HARMLESS: ReadonlySet<string> = new Set([
  'wrong-token',
  'unknown-path',
  'wrong-method',
  'gateway-closed',
]);

class LocalGateway implements Gateway {
  readonly url: string;
  readonly token: string;
  readonly records: BoundaryRecord[] = [];
  readonly problems: GatewayProblem[] = [];
  failure: MeasurandError | undefined;
  readonly #server: Server;
  readonly #keeping: Keeping;
  readonly #service: Service;
  readonly #onExchange: ((record: BoundaryRecord) => void) | undefined;
  readonly #open = new Map<Exchange, Promise<void>>();
  #arrivals = 0;
  #ticks = 0;

  constructor(server: Server, url: string, keeping: Keeping, service: Service, options: GatewayOptions) {
    this.#server = server;
    this.url = url;
    this.token = service.token;
    this.#keeping = keeping;
    this.#service = service;
    this.#onExchange = options.onExchange;
    server.on('request', (request, response) => {
      const place = { arrival: this.#arrivals, began: this.#ticks };
      this.#arrivals += 1;
      this.#ticks += 1;
      const exchange = new Exchange(request, response, keeping, place);
      this.#open.set(exchange, this.#serve(exchange));
    });
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => this.#garbled(error, socket));
  }

  get baseUrls(): Readonly<Record<WireProtocol, string>> {
    const { url } = this;
    return {
      'anthropic-messages': url,
      'openai-responses': `${url}/v1`,
      'openai-chat': `${url}/v1`,
      gemini: url,
    };
  }

  async #serve(exchange: Exchange): Promise<void> {
    await serveRequest(exchange, this.#service);
    const record = exchange.record(this.#ticks);
    this.#ticks += 1;
    this.records.push(record);
    if (record.problem !== null) this.#note(record.arrival, record.problem);
    this.#keeping.log.append(record, exchange.timing());
    this.#open.delete(exchange);
    this.#onExchange?.(record);
  }

  #note(arrival: number, { code, message }: { readonly code: string; readonly message: string }): void {
    this.problems.push({ arrival, code, message });
    if (HARMLESS.has(code)) return;
    this.failure ??= new MeasurandError(code, message, { kind: 'apparatus', record: arrival });
  }

  /** Bytes that are not HTTP, or more header than anyone needs. They are no request, so they have no arrival. */
  #garbled(error: NodeJS.ErrnoException, socket: Socket): void {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const large = error.code === 'HPE_HEADER_OVERFLOW';
    const status = large ? '431 Request Header Fields Too Large' : '400 Bad Request';
    const what = large ? `the header has more than ${MOST_HEADER_BYTES} bytes` : 'this is not HTTP';
    const body = errorBody(undefined, large ? 431 : 400, what);
    socket.end(
      `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
  }

  get openExchanges(): number {
    return this.#open.size;
  }

  blob(digest: string): Promise<Uint8Array> {
    return this.#keeping.log.blob(digest);
  }

  async idle(): Promise<void> {
    while (this.#open.size > 0) await Promise.all(this.#open.values());
    await this.#keeping.log.settled();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    for (const exchange of this.#open.keys()) exchange.abandon();
    this.#server.closeAllConnections();
    await Promise.all(this.#open.values());
    await closed;
    await this.#keeping.log.close();
  }
}

const cannotListen = (where: string, cause: unknown): MeasurandError =>
  new MeasurandError('gateway-listen', `cannot listen on ${where}: ${(cause as Error).message}`, {
    kind: 'apparatus',
    next: 'Choose another port or socket',
    cause,
  });

async function listen(server: Server, where: NonNullable<GatewayOptions['listen']>): Promise<string> {
  try {
    if ('socket' in where) server.listen({ path: where.socket, backlog: BACKLOG });
    else server.listen({ host: LOOPBACK, port: where.port, backlog: BACKLOG });
    await once(server, 'listening');
  } catch (error) {
    throw cannotListen('socket' in where ? where.socket : `port ${where.port}`, error);
  }
  return 'socket' in where
    ? 'http://localhost'
    : `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`;
}

const logOf = (record: string | undefined): Promise<BoundaryLog> =>
  record === undefined ? Promise.resolve(new MemoryLog()) : FolderLog.create(record);

/**
 * Opens a model server on the loopback address, or on a unix socket, that speaks all four protocols.
 *
 * @throws MeasurandError `gateway-listen`, `invalid-intervention`, `invalid-fault`, `boundary-exists`, `boundary-write`
 */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const { backend, classify, models = [], interventions = [], mostBodyBytes = MOST_BODY_BYTES } = options;
  const { listen: where = { port: 0 }, token = randomBytes(24).toString('hex') } = options;
  for (const intervention of interventions) checkIntervention(intervention);
  const faults = new FaultRules(options.faults ?? []);
  const secrets = new Secrets(options.environment ?? {}, [
    token,
    ...(options.keys ?? []),
    ...(backend.secrets ?? []),
  ]);
  const server = createServer({ maxHeaderSize: MOST_HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_MS });
  const log = await logOf(options.record);
  try {
    const url = await listen(server, where);
    const service = {
      backend,
      classify,
      token,
      models,
      interventions,
      mostBodyBytes,
      faults,
      ids: new ReplyIds(),
    };
    return new LocalGateway(server, url, { log, secrets }, service, options);
  } catch (error) {
    await log.close();
    throw error;
  }
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../core/json.ts';
import type { Trial } from '../../define-trial.ts';
import { messageBody } from '../../programs/message-body.ts';
import { ProgramDesk } from '../../programs/program-desk.ts';
import { RunLedger } from '../../run-ledger.ts';
import { serviceCall } from '../../services/service.ts';
import { ToolEndpoint } from './tool-endpoint.ts';

export interface ApparatusOptions {
  /** Of the private values. */
  readonly seed: number;
  /** Opens the ledger: the verifier has it, the agent has not. */
  readonly key: string;
  /** 0 takes any that is free. */
  readonly port: number;
}

async function bodyOf(request: IncomingMessage): Promise<JsonObject> {
  const body = await messageBody(request);
  if (!isJsonObject(body)) throw new TypeError('the message is no object');
  return body;
}

const textAt = (body: JsonObject, key: string): string => {
  const value = body[key];
  if (typeof value === 'string') return value;
  throw new TypeError(`${key} is no text`);
};

function programAnswer(desk: ProgramDesk, path: string, body: JsonObject): JsonObject | undefined {
  const program = textAt(body, 'program');
  if (path === '/programs/start') {
    const { argv } = body;
    return desk.start(program, Array.isArray(argv) ? argv.map(String) : [], textAt(body, 'cwd'));
  }
  if (path === '/programs/heard') return desk.heard(program, Number(body['run']), textAt(body, 'words'));
  return desk.event(program, textAt(body, 'event'), body['data'] ?? null);
}

/** What a request is answered with; `dies` ends the connection without a word. */
type Answer = { readonly status: number; readonly body?: JsonValue } | 'dies';

/** All that stands around one run. */
class Apparatus {
  readonly #ledger = new RunLedger();
  readonly #desk: ProgramDesk;
  readonly #endpoints: ReadonlyMap<string, ToolEndpoint>;
  readonly #key: string;

  constructor(trial: Trial, { seed, key }: ApparatusOptions) {
    const values = trial.valuesFor(seed);
    const ledger = this.#ledger;
    this.#key = key;
    this.#desk = new ProgramDesk(trial.programs ?? [], values, ledger);
    this.#endpoints = new Map(
      (trial.services ?? []).map((service) => [
        `/mcp/${service.name}`,
        new ToolEndpoint(service, serviceCall(service, values, ledger), ledger),
      ]),
    );
  }

  #looked(path: string, authorization: string | undefined): Answer {
    if (path === '/health') return { status: 200, body: {} };
    if (path !== '/ledger') return { status: 405 };
    if (authorization !== `Bearer ${this.#key}`) return { status: 401 };
    return { status: 200, body: this.#ledger.entries() as unknown as JsonValue };
  }

  async #posted(path: string, body: JsonObject): Promise<Answer> {
    if (path.startsWith('/programs/')) {
      const orders = programAnswer(this.#desk, path, body);
      return { status: orders === undefined ? 404 : 200, body: orders ?? {} };
    }
    const answer = await this.#endpoints.get(path)?.answer(body);
    if (answer === undefined) return { status: 404 };
    if (answer === 'nothing') return { status: 202 };
    return answer === 'dies' ? 'dies' : { status: 200, body: answer };
  }

  async answer(request: IncomingMessage): Promise<Answer> {
    const path = request.url ?? '';
    if (request.method !== 'POST') return this.#looked(path, request.headers.authorization);
    try {
      return await this.#posted(path, await bodyOf(request));
    } catch {
      // Whatever runs beside it can reach it; nonsense gets no answer worth having.
      return { status: 400 };
    }
  }
}

function send(response: ServerResponse, answer: Answer): void {
  if (answer === 'dies') response.destroy();
  else {
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body));
  }
}

/**
 * Serves what a trial sets up around a run, beside the agent's container: its helper programs ask it what to do, its
 * tool services answer over HTTP, and the verifier reads the ledger of both.
 */
export async function serveApparatus(trial: Trial, options: ApparatusOptions): Promise<Server> {
  const apparatus = new Apparatus(trial, options);
  const server = createServer(
    (request, response) => void apparatus.answer(request).then((answer) => send(response, answer)),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, resolve);
  });
  return server;
}

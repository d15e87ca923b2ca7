import { MeasurandError } from '../core/errors.ts';
import { requestView } from '../trace/wire/decode.ts';
import type { RequestView, WireProtocol } from '../trace/wire/request-view.ts';
import { routeOf, withoutQuery } from '../trace/wire/route.ts';
import { answer, passedThrough, sendWhole } from './answer.ts';
import type { GatewayBackend, RequestClassifier } from './contracts.ts';
import type { Exchange } from './exchange.ts';
import type { FaultRules } from './fault-rules.ts';
import { parseBody, RefusedRequest, readBody } from './http/request-body.ts';
import { holdsToken } from './http/token.ts';
import { intervene } from './interventions/apply.ts';
import type { Intervention } from './interventions/intervention.ts';
import { countBody } from './reply/counts.ts';
import { errorBody } from './reply/errors.ts';
import { modelBody, modelListBody } from './reply/models.ts';
import { type ReplyIds, tokensOfBytes } from './reply/settled.ts';

/** What a gateway serves every request with. */
export interface Service {
  readonly backend: GatewayBackend;
  readonly classify: RequestClassifier;
  readonly token: string;
  readonly models: readonly string[];
  readonly interventions: readonly Intervention[];
  readonly mostBodyBytes: number;
  readonly ids: ReplyIds;
  readonly faults: FaultRules;
}

const ONE_MODEL = /\/models\/([^/:]+)$/;

/** Three protocols share the path of a model list; their clients differ in their headers. */
function listProtocol({ request, path, query }: Exchange): WireProtocol {
  if (request.headers['anthropic-version'] !== undefined) return 'anthropic-messages';
  const google = request.headers['x-goog-api-key'] !== undefined || query.has('key');
  return google || path.startsWith('/v1beta') ? 'gemini' : 'openai-chat';
}

function refuse(status: number, code: string, what: string, next: string, field: string): never {
  throw new RefusedRequest(status, code, what, next, field);
}

function checkDoor(exchange: Exchange, token: string): void {
  const { request, query } = exchange;
  exchange.route =
    routeOf(exchange.path) ??
    (ONE_MODEL.test(withoutQuery(exchange.path)) ? { operation: 'models' } : undefined);
  if (!holdsToken(request.headers, query, token)) {
    const next = 'Send the token of the run as the API key';
    refuse(401, 'wrong-token', 'the request does not hold the token of this gateway', next, 'authorization');
  }
  if (exchange.route === undefined) {
    refuse(
      404,
      'unknown-path',
      `no protocol has the path ${withoutQuery(exchange.path)}`,
      'Use a base URL of the gateway',
      'path',
    );
  }
  const method = exchange.route.operation === 'models' ? 'GET' : 'POST';
  if (request.method !== method) {
    refuse(
      405,
      'wrong-method',
      `the path takes ${method}, not ${request.method ?? ''}`,
      `Send a ${method}`,
      'method',
    );
  }
}

async function serveModels(exchange: Exchange, { backend, models }: Service): Promise<void> {
  exchange.role = 'models';
  const protocol = listProtocol(exchange);
  if (await passedThrough(exchange, backend, protocol, 'models')) return;
  const id = ONE_MODEL.exec(withoutQuery(exchange.path))?.[1];
  if (id === undefined) {
    await sendWhole(exchange, 200, modelListBody(protocol, models));
    return;
  }
  const known = models.find((model) => model === decodeURIComponent(id));
  const missing = errorBody(protocol, 404, `there is no model ${id}`);
  await sendWhole(
    exchange,
    known === undefined ? 404 : 200,
    known === undefined ? missing : modelBody(protocol, known),
  );
}

async function serveCount(exchange: Exchange, view: RequestView, { backend }: Service): Promise<void> {
  exchange.role = 'count';
  if (await passedThrough(exchange, backend, view.protocol, 'count', view)) return;
  exchange.usage = 'estimated';
  await sendWhole(exchange, 200, countBody(view.protocol, tokensOfBytes(exchange.shown?.length ?? 0)));
}

function unclassified(view: RequestView, cause?: unknown): never {
  const last = view.messages.at(-1);
  const what =
    `no rule says what this ${view.protocol} request is for: ${view.tools.length} tools, ` +
    `${view.messages.length} messages, the last ${last === undefined ? 'absent' : `by ${last.role}`}` +
    (cause instanceof Error ? ` (${cause.message})` : '');
  refuse(
    400,
    'unclassified-request',
    what,
    'Teach the classifier of the harness this kind of request',
    'body',
  );
}

function roleOf(view: RequestView, classify: RequestClassifier) {
  try {
    return classify(view) ?? unclassified(view);
  } catch (error) {
    if (error instanceof RefusedRequest) throw error;
    return unclassified(view, error);
  }
}

/** Reads a body, lets interventions change it, and gives what the model is to be shown. */
async function readRequest(
  exchange: Exchange,
  protocol: WireProtocol,
  service: Service,
): Promise<RequestView> {
  exchange.sent = await readBody(exchange.request, service.mostBodyBytes);
  exchange.shown = exchange.sent;
  const view = requestView(protocol, exchange.path, parseBody(exchange.sent));
  exchange.view = view;
  const { view: shown, applied } = intervene(view, service.interventions, (text) => exchange.keep(text));
  if (applied.length > 0) exchange.shown = Buffer.from(JSON.stringify(shown.body));
  exchange.interventions = applied;
  return shown;
}

async function serve(exchange: Exchange, service: Service): Promise<void> {
  checkDoor(exchange, service.token);
  const { route } = exchange;
  if (route?.protocol === undefined) {
    await serveModels(exchange, service);
    return;
  }
  const view = await readRequest(exchange, route.protocol, service);
  if (route.operation === 'count') {
    await serveCount(exchange, view, service);
    return;
  }
  // By what the harness sent: an intervention never changes what a request is for.
  const role = roleOf(exchange.view ?? view, service.classify);
  exchange.role = role;
  await answer(exchange, service, { arrival: exchange.arrival, role, view });
}

const statusOf = (error: unknown): number => {
  if (error instanceof RefusedRequest) return error.status;
  return error instanceof MeasurandError && error.code === 'invalid-request' ? 400 : 500;
};

/** Answers one request; whatever goes wrong is told to the client in its own protocol, and stands in the record. */
export async function serveRequest(exchange: Exchange, service: Service): Promise<void> {
  try {
    await serve(exchange, service);
  } catch (error) {
    const { message } = error as Error;
    const code = error instanceof MeasurandError ? error.code : 'backend-failed';
    if (exchange.signal.aborted) return;
    exchange.problem = { code, message };
    if (exchange.response.headersSent) exchange.response.destroy();
    else await sendWhole(exchange, statusOf(error), errorBody(exchange.protocol, statusOf(error), message));
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../core/json.ts';
import type { RequestView, WireProtocol } from '../trace/wire/request-view.ts';
import type {
  ClassifiedRequest,
  GatewayBackend,
  Reply,
  ReplyCall,
  RequestRole,
  WireFault,
  WireReply,
  WireRequest,
} from './contracts.ts';
import type { Exchange } from './exchange.ts';
import type { FaultRules } from './fault-rules.ts';
import { cutOf, type FaultPlan, faultPlan } from './faults.ts';
import { batches, type Cut, sendBody, untilClosed } from './http/send.ts';
import { keptHeaders, keptPath } from './log/headers.ts';
import { type AnswerForm, encode } from './reply/encode.ts';
import { errorBody } from './reply/errors.ts';
import { type ReplyIds, type SettledReply, settle } from './reply/settled.ts';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' } as const;

/** Sends a body that is small and whole. */
export async function sendWhole(
  exchange: Exchange,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const bytes = Buffer.from(body);
  exchange.head(status, { ...JSON_TYPE, ...headers, 'content-length': String(bytes.length) });
  exchange.received = await sendBody(exchange.response, [bytes]);
}

function formOf({ protocol, stream, body }: RequestView, query: URLSearchParams): AnswerForm {
  const options = (body as JsonObject)['stream_options'] as JsonObject | null | undefined;
  return {
    protocol,
    stream,
    includeUsage: options?.['include_usage'] === true,
    events: query.get('alt') === 'sse',
  };
}

/** Sends an answer in bytes as they come. */
export async function passOn(
  exchange: Exchange,
  { status, headers, body }: WireReply,
  cut?: Cut,
): Promise<void> {
  exchange.usage = 'upstream';
  exchange.head(status, headers);
  exchange.received = await sendBody(exchange.response, body, cut);
  if (exchange.received.broke !== undefined) throw exchange.received.broke;
}

/** Waits, fails or keeps silent as the plan says; whether that was all. */
async function failFirst(exchange: Exchange, plan: FaultPlan, protocol: WireProtocol): Promise<boolean> {
  const { delay, status, hangs, cut } = plan;
  // A client that went away ends the wait, and sending then ends at once.
  if (delay > 0) await sleep(delay, undefined, { signal: exchange.signal }).catch(() => undefined);
  if (status !== undefined) {
    await sendWhole(
      exchange,
      status.status,
      errorBody(protocol, status.status, status.message),
      status.headers,
    );
    return true;
  }
  if (!hangs || cut !== undefined) return false;
  await untilClosed(exchange.response);
  return true;
}

const asJson = (value: Reply | WireFault): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

/** The calls of a reply with the ids under which they went out. */
const withIds = (reply: Reply, { calls }: SettledReply): readonly ReplyCall[] =>
  (reply.calls ?? []).map((call, i) => ({ ...call, id: calls[i]?.id ?? '' }));

async function sendReply(
  exchange: Exchange,
  reply: Reply,
  view: RequestView,
  ids: ReplyIds,
  ruled?: Cut,
): Promise<void> {
  const { protocol, model } = view;
  const plan = faultPlan(reply.faults);
  exchange.reply = asJson(reply);
  const own = (exchange.reply['faults'] ?? []) as readonly JsonObject[];
  exchange.faults = [...exchange.faults, ...own];
  if (await failFirst(exchange, plan, protocol)) return;
  const requestBytes = exchange.shown?.length ?? 0;
  const settled = settle(reply, { protocol, model, arrival: exchange.arrival, requestBytes, ids });
  if (settled.calls.length > 0) exchange.reply = asJson({ ...reply, calls: withIds(reply, settled) });
  exchange.usage ??= reply.usage === undefined ? 'estimated' : 'declared';
  const { contentType, pieces } = encode(settled, formOf(view, exchange.query));
  // The place of a cut is known only once all pieces are.
  const whole = plan.cut === undefined ? pieces : [...pieces];
  const cut = ruled ?? (Array.isArray(whole) ? cutOf(plan, whole) : undefined);
  exchange.head(200, { 'content-type': contentType, 'cache-control': 'no-cache' });
  exchange.received = await sendBody(exchange.response, batches(whole), cut);
}

/** The bytes of a request as it goes to the model. */
function wireRequest(
  exchange: Exchange,
  protocol: WireProtocol,
  role: RequestRole,
  view?: RequestView,
): WireRequest {
  const clean = (text: string): string => text;
  return {
    arrival: exchange.arrival,
    protocol,
    operation: exchange.route?.operation ?? 'generate',
    role,
    method: exchange.request.method ?? 'POST',
    path: keptPath(exchange.path, clean),
    headers: keptHeaders(exchange.request.headers, clean),
    body: exchange.shown ?? null,
    ...(view === undefined ? {} : { view }),
  };
}

/** Lets a back end that passes bytes through answer; whether it did. */
export async function passedThrough(
  exchange: Exchange,
  backend: GatewayBackend,
  protocol: WireProtocol,
  role: RequestRole,
  view?: RequestView,
  cut?: Cut,
): Promise<boolean> {
  if (backend.pass === undefined) return false;
  exchange.backend = backend.id;
  const passed = await backend.pass(wireRequest(exchange, protocol, role, view), exchange.signal);
  if (passed === undefined) {
    exchange.backend = 'gateway';
    return false;
  }
  exchange.shown = passed.asked ?? exchange.shown;
  await passOn(exchange, passed, cut);
  return true;
}

/** What a request is answered with. */
export interface AnswerService {
  readonly backend: GatewayBackend;
  readonly ids: ReplyIds;
  readonly faults: FaultRules;
}

/** Carries out what a rule says of a request: whether that was all, and where the body is to be cut otherwise. */
async function ruled(
  exchange: Exchange,
  faults: FaultRules,
  request: ClassifiedRequest,
): Promise<{ readonly over: boolean; readonly cut?: Cut }> {
  const found = faults.next(request);
  if (found === undefined) return { over: false };
  const { rule, plan } = found;
  exchange.faults = rule.faults.map((fault) => ({ ...asJson(fault), rule: rule.id }));
  const over = await failFirst(exchange, plan, request.view.protocol);
  return typeof plan.cut === 'number' ? { over, cut: { after: plan.cut, hangs: plan.hangs } } : { over };
}

/** Answers a classified request from a back end, unless a rule has it fail first. */
export async function answer(
  exchange: Exchange,
  { backend, ids, faults }: AnswerService,
  request: ClassifiedRequest,
): Promise<void> {
  const { view, role } = request;
  const { over, cut } = await ruled(exchange, faults, request);
  if (over) return;
  if (await passedThrough(exchange, backend, view.protocol, role, view, cut)) return;
  exchange.backend = backend.id;
  if (backend.sourced === undefined) {
    await sendReply(exchange, await backend.reply(request, exchange.signal), view, ids, cut);
    return;
  }
  const { reply, asked, answered, losses } = await backend.sourced(request, exchange.signal);
  exchange.shown = asked;
  exchange.answered = answered;
  exchange.losses = losses;
  if ('status' in reply) {
    const { status, message, headers } = reply;
    await sendWhole(exchange, status, errorBody(view.protocol, status, message), headers);
    return;
  }
  if (reply.usage !== undefined) exchange.usage = 'upstream';
  await sendReply(exchange, reply, view, ids, cut);
}

import { expect, onTestFinished, test } from 'vitest';
import { type Answer, json, provider } from '../../../test/e2e/provider-server.ts';
import { invoiceModel } from '../../../test/live-invoice-model.ts';
import { openGateway } from '../../gateway/server.ts';
import { receivedReply } from '../../gateway/upstream/received-reply.ts';
import { byTools } from '../../scaffolds/native/adapters/roles.ts';
import { referenceHarness } from '../../scaffolds/native/reference/adapter.ts';
import { requestView } from '../../trace/wire/decode.ts';
import { liveModel } from './live-model.ts';
import { PatientBackend } from './patient-backend.ts';

const KEY = 'sk-live-0123456789abcdef';
const LIMITS = { first: 1, ceiling: 4, total: 20 };

/** A request of a harness, through a gateway, to a provider that answers as said; the waits are not waited. */
async function asked(answer: Answer, stream = false) {
  const server = await provider(answer);
  onTestFinished(() => server[Symbol.asyncDispose]());
  const environment = { MEASURAND_ENDPOINT_DESK: `${server.url}/v1`, MEASURAND_KEY_DESK: KEY };
  const source = liveModel('compatible:desk/solver', { environment });
  const place = { adapter: referenceHarness(), workspace: '/workspace' };
  const backend = new PatientBackend(source.open(place), {
    limits: LIMITS,
    sleep: () => Promise.resolve(),
  });
  const gateway = await openGateway({ backend, classify: byTools([]), keys: source.keys });
  onTestFinished(() => gateway[Symbol.asyncDispose]());
  const tool = { type: 'function', function: { name: 'mcp__desk__lookup_invoice', parameters: {} } };
  const body = { model: 'told', stream, messages: [{ role: 'user', content: 'Look up' }], tools: [tool] };
  const response = await fetch(`${gateway.baseUrls['openai-chat']}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${gateway.token}` },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  await gateway.idle();
  const view = requestView('openai-chat', '/v1/chat/completions', body);
  return { backend, gateway, server, status: response.status, text, view };
}

const always = (status: number, message: string): Answer => json({ error: { message } }, status);

test('a streamed answer passes through to the byte, and its reply is read from those bytes', async () => {
  const { status, text, view, server, gateway } = await asked(invoiceModel, true);
  expect([status, server.heard[0]?.json['stream'], server.heard[0]?.json['model']]).toEqual([
    200,
    true,
    'solver',
  ]);
  expect(text).toContain('data: [DONE]');
  expect(receivedReply(view, Buffer.from(text))).toEqual({
    text: 'Let me look it up.',
    calls: [{ id: 'call_live_1', name: 'mcp__desk__lookup_invoice', args: { invoice: 'INV-2041' } }],
    usage: { input: 100, output: 10, cached: 40 },
  });
  expect(JSON.stringify(gateway.records)).not.toContain(KEY);
});

test('an outage is waited for, as long as the provider asks, and the harness sees none of it', async () => {
  const { backend, status, server } = await asked((response, request, nth) => {
    if (nth === 0) response.socket?.destroy();
    else if (nth === 1) always(529, 'overloaded')(response, request, nth);
    else if (nth === 2)
      json({ error: { message: 'slow down' } }, 429, { 'retry-after': '7' })(response, request, nth);
    else invoiceModel(response, request, nth);
  });
  expect([status, server.heard.length]).toEqual([200, 4]);
  expect(backend.waits).toEqual([
    { code: 'provider-unavailable', seconds: 1 },
    { code: 'provider-unavailable', seconds: 2 },
    { code: 'rate-limited', seconds: 7 },
  ]);
  expect([backend.rejection, backend.fatal]).toEqual([undefined, undefined]);
});

test('an outage past all patience makes the run worthless as evidence', async () => {
  const { gateway, backend } = await asked(always(503, 'down'));
  expect(gateway.failure).toMatchObject({ code: 'provider-outage' });
  expect(backend.waits.map(({ seconds }) => seconds)).toEqual([1, 2, 4, 4, 4, 4]);
});

test('a wrong key ends everything, and a refused request is handed on and remembered', async () => {
  expect((await asked(always(401, 'no such key'))).backend.fatal).toMatchObject({ code: 'provider-access' });
  const empty = await asked(always(429, 'insufficient_quota'));
  expect([empty.backend.fatal?.code, empty.backend.waits]).toEqual(['provider-access', []]);
  const rejected = await asked(always(400, 'too long'));
  expect([rejected.status, rejected.backend.rejection]).toEqual([
    400,
    'the provider answered 400: {"error":{"message":"too long"}}',
  ]);
  expect(rejected.gateway.failure).toBeUndefined();
});

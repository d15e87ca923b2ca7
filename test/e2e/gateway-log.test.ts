import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { proxied } from '../../src/gateway/backends/proxied.ts';
import { replayed } from '../../src/gateway/backends/replayed.ts';
import { scripted } from '../../src/gateway/backends/scripted.ts';
import type { GatewayBackend, Reply } from '../../src/gateway/contracts.ts';
import type { Intervention } from '../../src/gateway/interventions/intervention.ts';
import { type Gateway, type GatewayOptions, openGateway } from '../../src/gateway/server.ts';
import { BoundaryRecordSchema } from '../../src/trace/wire/boundary-record.ts';
import { requestView } from '../../src/trace/wire/decode.ts';
import { verifies } from '../requirements.ts';
import { CLIENTS, PROTOCOLS } from './gateway-clients.ts';

const REPLY: Reply = {
  reasoning: 'Hm.',
  text: 'Now.',
  calls: [{ id: 'c1', name: 'shell', args: { command: 'ls' } }],
  usage: { input: 50, output: 6, cached: 10 },
};
const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'gateway-'));
  folders.push(made);
  return join(made, 'boundary');
};
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true });
});

const open = (backend: GatewayBackend, more: Partial<GatewayOptions> = {}): Promise<Gateway> =>
  openGateway({ backend, classify: () => 'main', ...more });
const say = (reply: Reply = REPLY): GatewayBackend => scripted(() => reply);

const post = (gateway: Gateway, path: string, body: object, headers = {}): Promise<Response> =>
  fetch(`${gateway.url}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': gateway.token, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const blobText = async (gateway: Gateway, digest: string | null | undefined): Promise<string> =>
  Buffer.from(await gateway.blob(digest ?? '')).toString();

/** A conversation with one call and its result, for each protocol. */
const CONVERSATION = {
  model: 'm',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Go' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'k1', type: 'function', function: { name: 'shell', arguments: '{"command":"x"}' } }],
    },
    { role: 'tool', tool_call_id: 'k1', content: 'HEAD …cut… TAIL' },
  ],
  tools: [
    {
      type: 'function',
      function: { name: 'shell', description: 'Runs a command', parameters: { type: 'object' } },
    },
    { type: 'function', function: { name: 'other', description: 'Other', parameters: { type: 'object' } } },
  ],
};

verifies('gateway.log.both-directions', async () => {
  const record = folder();
  const gateway = await open(say(), { record });
  const answer = await (await post(gateway, '/v1/chat/completions', CONVERSATION)).text();
  await post(gateway, '/nowhere', {});
  await gateway[Symbol.asyncDispose]();
  const lines = readFileSync(join(record, 'boundary.jsonl'), 'utf8').trimEnd().split('\n');
  const records = lines.map((line) => BoundaryRecordSchema.parse(JSON.parse(line)));
  expect(records).toEqual(gateway.records);
  expect(await blobText(gateway, records[0]?.sent)).toBe(JSON.stringify(CONVERSATION));
  expect(await blobText(gateway, records[0]?.received)).toBe(answer);
  expect(records[1]).toMatchObject({ problem: { code: 'unknown-path' }, sent: null, status: 404 });
  await expect(open(say(), { record })).rejects.toMatchObject({ code: 'boundary-exists' });
});

const everyByte = (at: string): string =>
  readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');

verifies('gateway.log.no-secrets', async () => {
  const record = folder();
  const key = 'sk-planted-0123456789abcdef';
  const gateway = await open(say({ text: `It is ${key}` }), {
    record,
    environment: { PROVIDER_API_KEY: key, HOME: '/home/nobody-special' },
  });
  const { token } = gateway;
  const body = { messages: [{ role: 'user', content: `${key} and ${token} in /home/nobody-special` }] };
  await post(gateway, `/v1/chat/completions?key=${token}&note=${key}`, body, {
    authorization: `Bearer ${key}`,
    'user-agent': `agent ${key}`,
    cookie: key,
  });
  await post(gateway, `/${key}/messages`, body, { 'x-api-key': key });
  await gateway[Symbol.asyncDispose]();
  const written = everyByte(record);
  expect(written).toContain('/home/nobody-special');
  expect(written).toContain('It is [key removed]');
  expect(written).not.toContain(key);
  expect(written).not.toContain(token);
});

verifies('gateway.log.repeats', async () => {
  const once = async (): Promise<string> => {
    const record = folder();
    const gateway = await open(say(), { record, token: 'the-same-token-each-time' });
    for (const path of ['/v1/chat/completions', '/v1/responses', '/v1/messages']) {
      await post(gateway, path, { messages: [], input: 'Go', stream: true });
    }
    await gateway[Symbol.asyncDispose]();
    return readFileSync(join(record, 'boundary.jsonl'), 'utf8');
  };
  const first = await once();
  expect(first.trimEnd().split('\n')).toHaveLength(3);
  expect(await once()).toBe(first);
});

const INTERVENTIONS: readonly Intervention[] = [
  {
    id: 'whole',
    select: { kind: 'result', tool: 'shell' },
    action: { type: 'replace', find: '…cut…', text: 'BODY' },
  },
  {
    id: 'more',
    select: { kind: 'result', callId: 'k1' },
    action: { type: 'complete', text: '!', at: 'end' },
  },
  { id: 'less', select: { kind: 'declaration', tool: 'other' }, action: { type: 'withhold' } },
  { id: 'never', select: { kind: 'result', contains: 'absent' }, action: { type: 'withhold' } },
];

verifies('gateway.interventions.recorded', async () => {
  let seen: unknown;
  const backend = scripted(({ view }) => {
    seen = view.body;
    return REPLY;
  });
  await using gateway = await open(backend, { interventions: INTERVENTIONS });
  await post(gateway, '/v1/chat/completions', CONVERSATION);
  await gateway.idle();
  const [record] = gateway.records;
  const shown = structuredClone(CONVERSATION);
  Object.assign(shown.messages[3] ?? {}, { content: 'HEAD BODY TAIL!' });
  shown.tools.pop();
  expect(seen).toEqual(shown);
  expect(JSON.parse(await blobText(gateway, record?.sent))).toEqual(CONVERSATION);
  expect(JSON.parse(await blobText(gateway, record?.shown))).toEqual(shown);
  const texts = (record?.interventions ?? []).map(async ({ intervention, before, after }) => [
    intervention,
    await blobText(gateway, before),
    after === null ? null : await blobText(gateway, after),
  ]);
  expect(await Promise.all(texts)).toEqual([
    ['whole', 'HEAD …cut… TAIL', 'HEAD BODY TAIL'],
    ['more', 'HEAD BODY TAIL', 'HEAD BODY TAIL!'],
    ['less', JSON.stringify(CONVERSATION.tools[1]), null],
  ]);
});

verifies('gateway.replay.same-bytes', async () => {
  const record = folder();
  const gateway = await open(say(), { record });
  const bodies = [{ ...CONVERSATION, stream: true }, CONVERSATION];
  const first: string[] = [];
  for (const body of bodies) first.push(await (await post(gateway, '/v1/chat/completions', body)).text());
  await gateway[Symbol.asyncDispose]();
  const ask = async (again: Gateway, body: object): Promise<[number, string]> => {
    const response = await post(again, '/v1/chat/completions', body);
    return [response.status, await response.text()];
  };
  await using exact = await open(await replayed(record));
  const renamed = JSON.parse(
    JSON.stringify({ ...bodies[0], session: 'another' }).replaceAll('k1', 'k9'),
  ) as object;
  expect(await ask(exact, renamed)).toEqual([200, first[0]]);
  expect(await ask(exact, bodies[1] ?? {})).toEqual([200, first[1]]);
  expect(await ask(exact, bodies[1] ?? {})).toEqual([400, expect.stringContaining('not so often')]);
  const other = JSON.parse(JSON.stringify(CONVERSATION).replace('cut', 'CUT')) as object;
  expect(await ask(exact, other)).toEqual([400, expect.stringContaining('holds no answer')]);
  expect(exact.failure).toMatchObject({ code: 'recording-spent' });
  await using loose = await open(await replayed(record, 'conversation'));
  expect(await ask(loose, other)).toEqual([200, first[1]]);
});

const KEY = 'upstream-key-0123456789';
const upstreamKeys = { keys: [KEY] };

verifies('gateway.proxy.bytes', async () => {
  await using upstream = await open(say(), { token: KEY, models: ['real'] });
  for (const protocol of PROTOCOLS) {
    const url = upstream.baseUrls[protocol];
    await using gateway = await open(proxied({ url, protocol, key: KEY }), upstreamKeys);
    const through = await CLIENTS[protocol](gateway).ask('Go', true);
    expect(through).toEqual(await CLIENTS[protocol](upstream).ask('Go', true));
    await Promise.all([gateway.idle(), upstream.idle()]);
    const here = gateway.records[0];
    const there = upstream.records.at(-2);
    expect([here?.sent, here?.received]).toEqual([there?.sent, there?.received]);
    expect(here).toMatchObject({ backend: 'proxied', usage: 'upstream', complete: true, losses: [] });
  }
});

verifies('gateway.proxy.translates', async () => {
  for (const from of PROTOCOLS) {
    for (const to of PROTOCOLS.filter((each) => each !== from)) {
      await using upstream = await open(say(), { token: KEY });
      const url = upstream.baseUrls[to];
      await using gateway = await open(proxied({ url, protocol: to, key: KEY, model: 'real' }));
      const heard = await CLIENTS[from](gateway).ask('Go far', true);
      const { calls, usage, reasoning, text } = heard;
      expect([from, to, calls, usage, reasoning, text]).toEqual([
        from,
        to,
        [{ id: 'c1', name: 'shell', args: { command: 'ls' } }],
        REPLY.usage,
        'Hm.',
        'Now.',
      ]);
      await gateway.idle();
      const asked = requestView(to, '/', JSON.parse(await blobText(gateway, gateway.records[0]?.shown)));
      expect(asked.messages.map(({ text: said }) => said)).toEqual(['Go far']);
    }
  }
});

test('a translated conversation keeps its calls and results, and says what it lost', async () => {
  for (const to of PROTOCOLS.filter((each) => each !== 'openai-chat')) {
    await using upstream = await open(say(), { token: KEY });
    const url = upstream.baseUrls[to];
    await using gateway = await open(proxied({ url, protocol: to, key: KEY, model: 'real' }));
    await post(gateway, '/v1/chat/completions', { ...CONVERSATION, seed: 7, max_tokens: 9 });
    await Promise.all([gateway.idle(), upstream.idle()]);
    const [there] = upstream.records;
    const view = requestView(to, '/', JSON.parse(await blobText(upstream, there?.sent)));
    expect(view.system).toBe('Be brief.');
    expect(view.results).toMatchObject([{ callId: 'k1', text: 'HEAD …cut… TAIL' }]);
    expect(view.messages.flatMap(({ calls }) => calls)).toMatchObject([{ id: 'k1', name: 'shell' }]);
    expect(view.tools.map(({ name }) => name)).toEqual(['shell', 'other']);
    expect(gateway.records[0]?.losses).toEqual(['the field seed was left out']);
  }
});

verifies('gateway.proxy.one-address', async () => {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.url} ${request.headers.authorization}`);
    response.writeHead(302, { location: 'http://127.0.0.1:1/elsewhere' }).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const record = folder();
  const gateway = await open(proxied({ url, protocol: 'openai-chat', key: KEY }), { record });
  const response = await post(gateway, '/v1/chat/completions', CONVERSATION);
  expect([response.status, await response.text()]).toEqual([500, expect.stringContaining('redirects')]);
  await gateway[Symbol.asyncDispose]();
  server.close();
  server.closeAllConnections();
  expect(heard).toEqual([`/v1/chat/completions Bearer ${KEY}`]);
  expect(everyByte(record)).not.toContain(KEY);
});

test('a gateway behind a unix socket answers there', async () => {
  const socket = `${folder()}.sock`;
  const { request } = await import('node:http');
  await using gateway = await open(say(), { listen: { socket } });
  const status = await new Promise((resolve, reject) => {
    const headers = { 'x-api-key': gateway.token };
    const asking = request(
      { socketPath: socket, path: '/v1/messages', method: 'POST', headers },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    asking.on('error', reject);
    asking.end('{"messages": []}');
  });
  expect(status).toBe(200);
});

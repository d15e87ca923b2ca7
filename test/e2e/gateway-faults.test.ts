import { connect } from 'node:net';
import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { scripted } from '../../src/gateway/backends/scripted.ts';
import type { Reply } from '../../src/gateway/contracts.ts';
import { type Gateway, openGateway } from '../../src/gateway/server.ts';
import { verifies } from '../requirements.ts';
import { CLIENTS, PROTOCOLS } from './gateway-clients.ts';

const REPLY: Reply = {
  text: 'Now 🔎.',
  calls: [{ id: 'c1', name: 'shell', args: { command: 'ls' } }],
  usage: { input: 5, output: 6 },
};

const open = (reply: () => Reply, more = {}): Promise<Gateway> =>
  openGateway({ backend: scripted(reply), classify: () => 'main', ...more });

/** Waits for something that a test knows will come. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((later) => setImmediate(later));
}

describe.each(PROTOCOLS)('%s', (protocol) => {
  property.prop([fc.nat({ max: 10_000 })], { numRuns: 25 })(
    'a cut at any byte ends in an error of the client or in the whole reply',
    async (place) => {
      await using whole = await open(() => REPLY);
      const heard = await CLIENTS[protocol](whole).ask('Go', true);
      await whole.idle();
      const { length } = await whole.blob(whole.records[0]?.received ?? '');
      const after = place % (length + 1);
      await using gateway = await open(() => ({ ...REPLY, faults: [{ type: 'cut', after }] }));
      const outcome = await CLIENTS[protocol](gateway)
        .ask('Go', true)
        .catch((error: unknown) => error);
      expect(outcome instanceof Error || JSON.stringify(outcome) === JSON.stringify(heard)).toBe(true);
      await gateway.idle();
      const [record] = gateway.records;
      expect(record).toMatchObject({ complete: false, closedEarly: false, problem: null });
      expect((await gateway.blob(record?.received ?? '')).length).toBe(after);
    },
  );
});

verifies('gateway.sdk.cut', async () => {
  await using gateway = await open(() => ({ ...REPLY, faults: [{ type: 'cut', after: 40 }] }));
  for (const protocol of PROTOCOLS) {
    await expect(CLIENTS[protocol](gateway).ask('Go', true)).rejects.toThrow();
    await expect(CLIENTS[protocol](gateway).ask('Go', false)).rejects.toThrow();
  }
});

test('a stream can be cut right after its last complete call', async () => {
  await using gateway = await open(() => ({ ...REPLY, faults: [{ type: 'cut', after: 'call' }] }));
  for (const protocol of PROTOCOLS)
    await CLIENTS[protocol](gateway)
      .ask('Go', true)
      .catch(() => undefined);
  await gateway.idle();
  const ends = await Promise.all(
    gateway.records.map(async ({ received }) => Buffer.from(await gateway.blob(received ?? '')).toString()),
  );
  const lastEvent = ends.map((body) => body.trimEnd().split('\n\n').at(-1));
  expect(lastEvent[0]).toContain('content_block_stop');
  expect(lastEvent[1]).toContain('response.output_item.done');
  expect(lastEvent[2]).toContain('ls');
  expect(lastEvent[3]).toContain('functionCall');
  expect(ends.join('')).not.toMatch(/message_stop|response\.completed|\[DONE\]|finishReason/);
});

test('a client that goes away during a hang is recorded as the one that closed', async () => {
  await using gateway = await open(() => ({ faults: [{ type: 'hang' }] }));
  const abort = new AbortController();
  const asked = fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.token}` },
    body: '{"messages": []}',
    signal: abort.signal,
  });
  const ended = expect(asked).rejects.toThrow();
  await until(() => gateway.openExchanges === 1);
  abort.abort();
  await ended;
  await gateway.idle();
  expect(gateway.records).toMatchObject([
    { closedEarly: true, complete: false, status: null, received: null, problem: null },
  ]);
});

verifies('gateway.close.leaves-nothing', async () => {
  const gateway = await open(() => ({ ...REPLY, faults: [{ type: 'cut', after: 50 }, { type: 'hang' }] }));
  const responses = await Promise.all(
    PROTOCOLS.map(() =>
      fetch(`${gateway.url}/v1/messages`, {
        method: 'POST',
        headers: { 'x-api-key': gateway.token },
        body: '{"messages": [], "stream": true}',
      }),
    ),
  );
  const bodies = responses.map((response) => expect(response.text()).rejects.toThrow());
  expect(gateway.openExchanges).toBe(4);
  await gateway[Symbol.asyncDispose]();
  await Promise.all(bodies);
  expect(gateway.records).toMatchObject(
    PROTOCOLS.map(() => ({ complete: false, problem: { code: 'gateway-closed' } })),
  );
  await expect(fetch(gateway.url)).rejects.toThrow();
  expect(gateway.failure).toBeUndefined();
});

verifies('gateway.roles.unclassified-fails', async () => {
  let asked = 0;
  await using gateway = await openGateway({
    backend: scripted(() => {
      asked += 1;
      return REPLY;
    }),
    classify: (view) => (view.system === 'known' ? 'main' : undefined),
  });
  for (const protocol of PROTOCOLS) {
    await expect(CLIENTS[protocol](gateway).ask('Who am I for?', true)).rejects.toMatchObject({
      status: 400,
    });
  }
  expect(asked).toBe(0);
  expect(gateway.failure).toMatchObject({ code: 'unclassified-request', exitCode: 4 });
  expect(gateway.records).toMatchObject(
    PROTOCOLS.map((protocol) => ({ protocol, role: null, problem: { code: 'unclassified-request' } })),
  );
  expect(gateway.records.every(({ sent }) => sent !== null)).toBe(true);
});

verifies('gateway.door.token', async () => {
  await using gateway = await open(() => REPLY);
  const { token } = gateway;
  const ask = async (headers: Record<string, string>, query = ''): Promise<number> => {
    const init = { method: 'POST', headers, body: '{"messages": []}' };
    return (await fetch(`${gateway.url}/v1/messages${query}`, init)).status;
  };
  expect(await ask({ authorization: `Bearer ${token}` })).toBe(200);
  expect(await ask({ 'x-api-key': token })).toBe(200);
  expect(await ask({ 'x-goog-api-key': token })).toBe(200);
  expect(await ask({}, `?key=${token}`)).toBe(200);
  expect(await ask({})).toBe(401);
  expect(await ask({ 'x-api-key': token.slice(1) })).toBe(401);
  expect(await ask({ 'x-api-key': `${token} ` }, `?key=${token}x`)).toBe(200);
  expect(await ask({ authorization: token })).toBe(401);
  expect(gateway.failure).toBeUndefined();
  expect(gateway.problems.map(({ code }) => code)).toEqual(['wrong-token', 'wrong-token', 'wrong-token']);
});

async function refusal(gateway: Gateway, body: string | Uint8Array, headers = {}): Promise<[number, string]> {
  const response = await fetch(`${gateway.url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': gateway.token, ...headers },
    body: body as BodyInit,
  });
  const { error } = (await response.json()) as { error: { message: string } };
  return [response.status, error.message];
}

/** Bytes sent as they are, and all that came back. */
function raw(gateway: Gateway, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = '';
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (text: string) => {
      heard += text;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(heard));
  });
}

verifies('gateway.door.hostile', async () => {
  await using gateway = await open(() => REPLY, { mostBodyBytes: 1 << 20 });
  const large = Buffer.alloc(100 << 20, 0x20);
  expect(await refusal(gateway, large)).toEqual([413, expect.stringContaining('more than 1048576 bytes')]);
  const chunked = new ReadableStream({
    start(controller) {
      for (let i = 0; i < 40; i += 1) controller.enqueue(Buffer.alloc(1 << 16, 0x20));
      controller.close();
    },
  });
  const streamed = await fetch(`${gateway.url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': gateway.token },
    body: chunked,
    duplex: 'half',
  } as RequestInit);
  expect(streamed.status).toBe(413);
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  expect(await refusal(gateway, deep)).toEqual([400, expect.stringContaining('deeper than 512')]);
  expect(await refusal(gateway, Buffer.from([0x22, 0xff, 0xfe, 0x22]))).toEqual([
    400,
    expect.stringContaining('not UTF-8'),
  ]);
  expect(await refusal(gateway, '{"messages": [')).toEqual([400, expect.stringContaining('not JSON')]);
  expect(await refusal(gateway, '[]')).toEqual([400, expect.stringContaining('wanted an object')]);
  expect(await refusal(gateway, '{"messages": [{"role": 7}]}')).toEqual([
    400,
    expect.stringContaining('messages[0].role'),
  ]);
  expect(await refusal(gateway, 'x', { 'content-encoding': 'br' })).toEqual([
    415,
    expect.stringContaining('br'),
  ]);
  const header = await raw(gateway, `POST / HTTP/1.1\r\nhost: x\r\nlarge: ${'x'.repeat(80_000)}\r\n\r\n`);
  expect(header).toMatch(/^HTTP\/1\.1 431 .*more than 65536 bytes/s);
  expect(await raw(gateway, 'HELLO\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 .*this is not HTTP/s);
  const { status } = await fetch(`${gateway.url}/v1/messages`, { headers: { 'x-api-key': gateway.token } });
  expect(status).toBe(405);
  // After all of that it still answers.
  expect((await CLIENTS['openai-chat'](gateway).ask('Go', true)).text).toBe(REPLY.text);
});

property.prop(
  [
    fc.uint8Array({ maxLength: 300 }),
    fc.constantFrom(
      '/v1/messages',
      '/v1/responses',
      '/v1/chat/completions',
      '/v1beta/models/m:generateContent',
    ),
  ],
  {
    numRuns: 60,
  },
)('bytes of any kind get an answer of the protocol', async (bytes, path) => {
  await using gateway = await open(() => REPLY);
  const headers = { 'x-api-key': gateway.token };
  const response = await fetch(`${gateway.url}${path}`, { method: 'POST', headers, body: bytes as BodyInit });
  const body = (await response.json()) as object;
  expect(response.status === 200 || 'error' in body).toBe(true);
});

test('three hundred slow readers at once get their whole replies', async () => {
  const text = 'x'.repeat(100_000);
  await using gateway = await open(() => ({ text }));
  const ask = async (): Promise<number> => {
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.token}` },
      body: '{"messages": [], "stream": true}',
    });
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += (chunk as Uint8Array).length;
      await new Promise((later) => setImmediate(later));
    }
    return bytes;
  };
  const sizes = await Promise.all(Array.from({ length: 300 }, ask));
  expect(Math.min(...sizes)).toBeGreaterThan(100_000);
  await gateway.idle();
  expect(gateway.records.every(({ complete }) => complete)).toBe(true);
});

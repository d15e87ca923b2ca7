import Anthropic from '@anthropic-ai/sdk';
import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { scripted } from '../../src/gateway/backends/scripted.ts';
import type { Reply } from '../../src/gateway/contracts.ts';
import { type Gateway, openGateway } from '../../src/gateway/server.ts';
import type { WireProtocol } from '../../src/trace/wire/request-view.ts';
import { verifies } from '../requirements.ts';
import { anthropicClient, CLIENTS, google, type Heard, openai, PROTOCOLS } from './gateway-clients.ts';

const main = (): 'main' => 'main';
const gatewayFor = (reply: Reply): Promise<Gateway> =>
  openGateway({ backend: scripted(() => reply), classify: main, models: ['one', 'two'] });

const FULL: Reply = {
  reasoning: 'First look, then speak.',
  text: 'Looking — now 🔎.',
  calls: [
    { id: 'call_a', name: 'shell', args: { command: 'ls "$HOME"', n: 1.5 } },
    { id: 'call_b', name: 'read', args: { path: 'ä\n', lines: [1, 2] } },
  ],
  usage: { input: 120, output: 7, cached: 20 },
};
const HEARD: Heard = {
  reasoning: 'First look, then speak.',
  text: 'Looking — now 🔎.',
  calls: [
    { id: 'call_a', name: 'shell', args: { command: 'ls "$HOME"', n: 1.5 } },
    { id: 'call_b', name: 'read', args: { path: 'ä\n', lines: [1, 2] } },
  ],
  usage: { input: 120, output: 7, cached: 20 },
  stop: 'calls',
};

verifies('gateway.sdk.streams', async () => {
  await using gateway = await gatewayFor(FULL);
  for (const protocol of PROTOCOLS) {
    expect([protocol, await CLIENTS[protocol](gateway).ask('Go', true)]).toEqual([protocol, HEARD]);
  }
  await gateway.idle();
  expect(gateway.records.map(({ complete, usage }) => [complete, usage])).toEqual(
    PROTOCOLS.map(() => [true, 'declared']),
  );
});

verifies('gateway.sdk.whole', async () => {
  await using gateway = await gatewayFor(FULL);
  for (const protocol of PROTOCOLS) {
    expect([protocol, await CLIENTS[protocol](gateway).ask('Go', false)]).toEqual([protocol, HEARD]);
  }
});

const json = fc
  .jsonValue({ stringUnit: 'grapheme', maxDepth: 3 })
  .map((value) => JSON.parse(JSON.stringify(value)));
const text = fc.string({ unit: 'grapheme', maxLength: 3000 });
const name = fc.stringMatching(/^[a-z_]{1,20}$/);
const replies = fc.record({
  text: text.filter((each) => each.trim() !== ''),
  reasoning: fc.oneof(fc.constant(''), text),
  calls: fc.array(
    fc.record({
      id: fc.uuid(),
      name,
      args: fc.dictionary(name, json as fc.Arbitrary<string>, { maxKeys: 4 }),
    }),
    { maxLength: 3 },
  ),
  usage: fc.record({ input: fc.nat(), output: fc.nat() }),
});

describe.each(PROTOCOLS)('%s', (protocol) => {
  property.prop([replies, fc.boolean()], { numRuns: 40 })(
    'any reply comes out of the official client as it went in',
    async (reply, stream) => {
      await using gateway = await gatewayFor(reply);
      const heard = await CLIENTS[protocol](gateway).ask('Go', stream);
      expect(heard).toEqual({
        text: reply.text,
        reasoning: reply.reasoning,
        calls: reply.calls,
        usage: { ...reply.usage, cached: 0 },
        stop: reply.calls.length > 0 ? 'calls' : 'end',
      });
    },
  );

  test('a reply that reached its limit says so', async () => {
    await using gateway = await gatewayFor({ text: 'And then', stop: 'length' });
    const asked = await Promise.allSettled([
      CLIENTS[protocol](gateway).ask('Go', false),
      CLIENTS[protocol](gateway).ask('Go', true),
    ]);
    // The stream helper of the Chat client turns a reached limit into an error of its own.
    const stops = asked.map((each) => (each.status === 'fulfilled' ? each.value.stop : each.reason.name));
    expect(stops.map((stop) => (stop === 'Error' ? 'length' : stop))).toEqual(['length', 'length']);
  });

  test('calls without an id get one that no other call has', async () => {
    await using gateway = await gatewayFor({
      calls: [
        { name: 'a', args: {} },
        { name: 'b', args: {} },
      ],
    });
    const client = CLIENTS[protocol](gateway);
    const heard = [await client.ask('Go', true), await client.ask('Go', true)];
    const ids = heard.flatMap(({ calls }) => calls.map(({ id }) => id));
    expect(new Set(ids).size).toBe(4);
    expect(ids).not.toContain('');
    expect(
      gateway.records.flatMap(({ reply }) =>
        ((reply?.['calls'] ?? []) as readonly { id: string }[]).map(({ id }) => id),
      ),
    ).toEqual(ids);
  });
});

const ERRORS: Readonly<Record<WireProtocol, unknown>> = {
  'anthropic-messages': { type: 'error', error: { type: 'rate_limit_error', message: 'slow down' } },
  'openai-responses': { message: 'slow down', type: 'requests', param: null, code: 'rate_limit_exceeded' },
  'openai-chat': { message: 'slow down', type: 'requests', param: null, code: 'rate_limit_exceeded' },
  gemini: { error: { code: 429, message: 'slow down', status: 'RESOURCE_EXHAUSTED' } },
};

verifies('gateway.sdk.errors', async () => {
  const faults = [
    { type: 'status', status: 429, message: 'slow down', headers: { 'retry-after': '1' } },
  ] as const;
  await using gateway = await gatewayFor({ faults });
  for (const protocol of PROTOCOLS) {
    const error = await CLIENTS[protocol](gateway)
      .ask('Go', true)
      .catch((thrown: unknown) => thrown);
    const {
      status,
      error: body,
      headers,
      message,
    } = error as { status: number; error?: unknown; headers?: Headers; message: string };
    expect(status).toBe(429);
    expect(protocol === 'gemini' ? JSON.parse(message) : body).toEqual(ERRORS[protocol]);
    if (headers) expect(headers.get('retry-after')).toBe('1');
  }
  expect(
    gateway.records.map((record) => [record.status, record.faults, record.replyHeaders['retry-after']]),
  ).toEqual(PROTOCOLS.map(() => [429, faults, '1']));
  expect(gateway.failure).toBeUndefined();
});

verifies('gateway.sdk.counts-and-models', async () => {
  await using gateway = await gatewayFor({ text: 'x' });
  const { url, token } = gateway;
  const anthropic = new Anthropic({ apiKey: token, baseURL: url, maxRetries: 0 });
  const counted = await anthropic.messages.countTokens({
    model: 'one',
    messages: [{ role: 'user', content: 'Hello' }],
  });
  expect(counted.input_tokens).toBeGreaterThan(0);
  const responses = await openai(gateway, 'openai-responses').responses.inputTokens.count({
    model: 'one',
    input: 'Hello',
  });
  expect(responses.input_tokens).toBeGreaterThan(0);
  const gemini = await google(gateway).models.countTokens({ model: 'one', contents: 'Hello' });
  expect(gemini.totalTokens).toBeGreaterThan(0);
  const named = async (list: AsyncIterable<{ id?: string; name?: string }>): Promise<unknown[]> => {
    const ids: unknown[] = [];
    for await (const { id, name: full } of list) ids.push(id ?? full);
    return ids;
  };
  expect(await named(await anthropic.models.list())).toEqual(['one', 'two']);
  expect(await named(await openai(gateway, 'openai-chat').models.list())).toEqual(['one', 'two']);
  expect(await named(await google(gateway).models.list())).toEqual(['models/one', 'models/two']);
  expect((await openai(gateway, 'openai-chat').models.retrieve('two')).id).toBe('two');
  await expect(anthropic.models.retrieve('three')).rejects.toMatchObject({ status: 404 });
  expect(gateway.records.map(({ role }) => role)).toEqual([
    'count',
    'count',
    'count',
    'models',
    'models',
    'models',
    'models',
    'models',
  ]);
});

test('custom calls and namespaces reach the clients of the protocols that have them', async () => {
  await using gateway = await gatewayFor({
    calls: [
      { name: 'apply_patch', kind: 'custom', args: '*** Begin "patch"\n' },
      { name: 'echo', namespace: 'mcp__lab', args: { a: 1 } },
    ],
  });
  const request = { model: 'one', input: 'Go' };
  const { output } = await openai(gateway, 'openai-responses').responses.stream(request).finalResponse();
  expect(output).toMatchObject([
    { type: 'custom_tool_call', name: 'apply_patch', input: '*** Begin "patch"\n' },
    { type: 'function_call', name: 'echo', namespace: 'mcp__lab', arguments: '{"a":1}' },
  ]);
  const chunks = await openai(gateway, 'openai-chat').chat.completions.create({
    model: 'one',
    messages: [{ role: 'user', content: 'Go' }],
    stream: true,
  });
  let input = '';
  for await (const { choices } of chunks) {
    for (const call of choices[0]?.delta.tool_calls ?? []) {
      input += (call as { custom?: { input?: string } }).custom?.input ?? '';
    }
  }
  expect(input).toBe('*** Begin "patch"\n');
});

test('malformed arguments go out to the byte', async () => {
  const rawArgs = '{"command": "echo BROKEN", "cmd": ';
  await using gateway = await gatewayFor({ calls: [{ id: 'call_1', name: 'shell', args: {}, rawArgs }] });
  const chat = await openai(gateway, 'openai-chat').chat.completions.create({
    model: 'one',
    messages: [{ role: 'user', content: 'Go' }],
  });
  expect(chat.choices[0]?.message.tool_calls?.[0]).toMatchObject({ function: { arguments: rawArgs } });
  const response = await openai(gateway, 'openai-responses').responses.create({ model: 'one', input: 'Go' });
  expect(response.output[0]).toMatchObject({ arguments: rawArgs });
  const events: string[] = [];
  const stream = await new Anthropic({ apiKey: gateway.token, baseURL: gateway.url }).messages.create({
    model: 'one',
    max_tokens: 9,
    messages: [{ role: 'user', content: 'Go' }],
    stream: true,
  });
  for await (const event of stream) {
    if (event.type === 'content_block_delta' && event.delta.type === 'input_json_delta')
      events.push(event.delta.partial_json);
  }
  expect(events.join('')).toBe(rawArgs);
  await expect(anthropicClient(gateway).ask('Go', false)).rejects.toThrow();
});

test('two calls may have the same id on purpose', async () => {
  const calls = [
    { id: 'same', name: 'a', args: {} },
    { id: 'same', name: 'b', args: {} },
  ];
  await using gateway = await gatewayFor({ calls });
  for (const protocol of PROTOCOLS) {
    const heard = await CLIENTS[protocol](gateway).ask('Go', true);
    expect(heard.calls).toEqual(calls);
  }
});

import { describe, expect, test } from 'vitest';
import { ProviderError } from '../../src/models/providers/errors.ts';
import { verifies } from '../requirements.ts';
import { type Answer, eventText, json, provider } from './provider-server.ts';
import { ask, chatAnswer, KEY, never, TOOLS, VIEW, WIRES, type Wire } from './provider-wires.ts';

const EACH = Object.entries(WIRES);

async function decided(wire: Wire, id: string, answer: Answer, limits = {}) {
  await using server = await provider(answer);
  const { model, exchanges } = ask(id, wire.variables(server.url), limits);
  const result = await model.decide(VIEW, never()).then(
    (move) => ({ move, error: undefined }),
    (error: unknown) => ({ move: undefined, error: error as ProviderError }),
  );
  // A retry that was put off would come within the libraries' shortest delays.
  await new Promise((later) => setTimeout(later, 5));
  return { ...result, heard: [...server.heard], exchanges };
}

const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Answer =>
  (...args) =>
    json({ error: { message: `status ${code}`, type: 'x', code } }, code, headers)(...args);
const reset: Answer = (response) => response.socket?.resetAndDestroy();
const cut: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
  response.write('{"id": "c", "choices": [');
  setTimeout(() => response.socket?.destroy(), 5);
};

verifies('models.provider.same-move', async () => {
  const expected = {
    text: 'Let me look',
    calls: [{ id: 'call_1', name: 'fetch_page', args: { page: 1 } }],
    stop: 'end',
    usage: { input: 11, output: 7 },
  };
  for (const [name, wire] of EACH) {
    const whole = await decided(wire, wire.id, wire.whole);
    expect(whole.move, name).toEqual(expected);
    const streamed = await decided(wire, wire.streaming, wire.streamed);
    expect(streamed.move, `${name}, streamed`).toEqual(expected);
    expect([whole.heard.length, streamed.heard.length]).toEqual([1, 1]);
  }
});

verifies('models.provider.one-request', async () => {
  const answers: readonly Answer[] = [
    ...[408, 409, 421, 425, 429, 500, 502, 503, 504, 529].map((code) => status(code)),
    status(429, { 'retry-after': '0' }),
    status(503, { 'retry-after-ms': '1', 'x-should-retry': 'true' }),
    status(307, { location: '/elsewhere' }),
    reset,
    cut,
    json({ nothing: true }),
    (response) => response.end('<html>gateway</html>'),
  ];
  for (const [name, wire] of EACH) {
    for (const id of [wire.id, wire.streaming]) {
      for (const [index, answer] of [...answers, wire.unfinished].entries()) {
        const { heard, move, error } = await decided(wire, id, answer);
        expect(heard.length, `${name}, ${id}, answer ${index}`).toBe(1);
        expect(move).toBeUndefined();
        expect(error, `${name}, answer ${index}`).toBeInstanceOf(ProviderError);
      }
    }
  }
});

verifies('models.provider.faults-are-apparatus', async () => {
  const expected: readonly (readonly [Answer, string])[] = [
    [status(429), 'rate-limited'],
    [status(500), 'provider-unavailable'],
    [status(529), 'provider-unavailable'],
    [reset, 'provider-unavailable'],
    [cut, 'stream-cut'],
  ];
  for (const [name, wire] of EACH) {
    for (const [answer, code] of expected) {
      const { error } = await decided(wire, wire.streaming, answer);
      expect(error, name).toMatchObject({ code, kind: 'apparatus', passes: true });
    }
    const unfinished = await decided(wire, wire.streaming, wire.unfinished);
    expect(unfinished.error, name).toMatchObject({ code: 'stream-cut', kind: 'apparatus' });
    const unreachable = ask(wire.id, wire.variables('http://127.0.0.1:1'));
    await expect(unreachable.model.decide(VIEW, never())).rejects.toMatchObject({
      code: 'provider-unavailable',
    });
  }
});

describe('what a provider says of waiting', () => {
  const wire = WIRES['openai'] as Wire;
  const wait = async (headers: Readonly<Record<string, string>>) =>
    (await decided(wire, wire.id, status(429, headers))).error?.retryAfterSeconds;

  test('is read in seconds, in milliseconds, and as a date against the own date of the answer', async () => {
    expect(await wait({ 'retry-after': '17' })).toBe(17);
    expect(await wait({ 'retry-after-ms': '1500', 'retry-after': '99' })).toBe(1.5);
    const date = 'Tue, 01 Sep 2026 10:00:00 GMT';
    expect(await wait({ 'retry-after': 'Tue, 01 Sep 2026 10:00:42 GMT', date })).toBe(42);
  });

  test('counts as not said when it is nonsense or lies in the past', async () => {
    const date = 'Tue, 01 Sep 2026 10:00:00 GMT';
    expect(await wait({})).toBeUndefined();
    expect(await wait({ 'retry-after': '-4' })).toBeUndefined();
    expect(await wait({ 'retry-after': 'soon', date })).toBeUndefined();
    expect(await wait({ 'retry-after': 'Tue, 01 Sep 2026 09:00:00 GMT', date })).toBeUndefined();
  });

  test('is found in the body where Google puts it', async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '31s' }];
    const google = WIRES['google'] as Wire;
    const { error } = await decided(google, google.id, json({ error: { code: 429, details } }, 429));
    expect(error).toMatchObject({ code: 'rate-limited', retryAfterSeconds: 31 });
  });
});

test('a request that is refused is no fault of the apparatus, and a wrong key is told from a wrong request', async () => {
  for (const [name, wire] of EACH) {
    const { error } = await decided(wire, wire.id, status(400));
    expect(error, name).toMatchObject({ code: 'provider-rejected', kind: 'input', passes: false });
    for (const code of [401, 403, 404]) {
      const denied = await decided(wire, wire.id, status(code));
      expect(denied.error, name).toMatchObject({ code: 'provider-access', status: code });
    }
  }
  const openai = WIRES['openai'] as Wire;
  const empty = await decided(openai, openai.id, json({ error: { code: 'insufficient_quota' } }, 429));
  expect(empty.error?.code).toBe('provider-access');
});

verifies('models.provider.bounded', async () => {
  const endless: Answer = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const chunk = { id: 'c', choices: [{ index: 0, delta: { content: 'x'.repeat(5000) } }] };
    const timer = setInterval(() => response.write(eventText(chunk)), 1);
    response.on('close', () => clearInterval(timer));
  };
  const silent: Answer = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': still here\n\n');
  };
  for (const [name, wire] of EACH) {
    for (const id of [wire.id, wire.streaming]) {
      const huge = await decided(wire, id, endless, { answerBytes: 100_000 });
      expect(huge.error, name).toMatchObject({ code: 'answer-too-large', passes: false });
      expect(huge.exchanges[0]?.response?.body.length).toBeLessThanOrEqual(100_000);
      const late = await decided(wire, id, silent, { seconds: 0.05 });
      expect(late.error, name).toMatchObject({ code: 'provider-unavailable' });

      await using server = await provider(endless);
      const { model, exchanges } = ask(id, wire.variables(server.url));
      const controller = new AbortController();
      const reason = new Error('enough');
      setTimeout(() => controller.abort(reason), 20);
      await expect(model.decide(VIEW, controller.signal)).rejects.toBe(reason);
      expect(exchanges[0]?.response?.end).toBe('aborted');
      await expect.poll(() => server.hungUp()).toBe(1);
    }
  }
});

verifies('models.provider.no-repair', async () => {
  const torn = ['{"page": 1', '{page: 1}', '', '[1]', '"a"', '{"page": 1e999}', '{"page": 1} trailing'];
  for (const text of torn) {
    const call = { id: 'a', type: 'function', function: { name: 'fetch_page', arguments: text } };
    const wire = WIRES['openai'] as Wire;
    const { move } = await decided(wire, wire.id, json(chatAnswer({ content: null, tool_calls: [call] })));
    expect(move?.calls).toEqual([{ id: 'a', name: 'fetch_page', args: text }]);
    expect(move?.remarks).toEqual([
      'the arguments of fetch_page are no JSON object and are kept as the text they are',
    ]);
  }
  const anthropic = WIRES['anthropic'] as Wire;
  const events = [
    { type: 'message_start', message: { content: [], usage: { input_tokens: 1, output_tokens: 1 } } },
    {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'tool_use', id: 'a', name: 'f', input: {} },
    },
    {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'input_json_delta', partial_json: '{"page": [1, 2' },
    },
    { type: 'message_delta', delta: { stop_reason: 'max_tokens' }, usage: { output_tokens: 9 } },
    { type: 'message_stop' },
  ];
  const { move } = await decided(anthropic, anthropic.streaming, (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(events.map(eventText).join(''));
  });
  expect(move).toMatchObject({ stop: 'length', calls: [{ name: 'f', args: '{"page": [1, 2' }] });
});

test('arguments go back to each provider as they came, inside an object where the wire knows only objects', async () => {
  const history = {
    ...VIEW,
    messages: [
      ...VIEW.messages,
      { role: 'assistant' as const, text: '', calls: [{ id: 'a', name: 'fetch_page', args: '{"page": 1' }] },
      { role: 'tool' as const, callId: 'a', name: 'fetch_page', text: 'no', isError: true },
    ],
  };
  const sent: Record<string, string> = {};
  for (const [name, wire] of EACH) {
    await using server = await provider(wire.whole);
    await ask(wire.id, wire.variables(server.url)).model.decide(history, never());
    sent[name] = server.heard[0]?.text ?? '';
  }
  expect(sent['openai']).toContain('"arguments":"{\\"page\\": 1"');
  expect(sent['anthropic']).toContain('"input":{"unparsed_arguments":"{\\"page\\": 1"}');
  expect(sent['google']).toContain('"args":{"unparsed_arguments":"{\\"page\\": 1"}');
});

test('usage that is missing or is no pair of counts stays absent', async () => {
  const wire = WIRES['compatible'] as Wire;
  for (const usage of [
    undefined,
    null,
    {},
    { prompt_tokens: 3 },
    { prompt_tokens: -1, completion_tokens: 2 },
  ]) {
    const { move } = await decided(wire, wire.id, json(chatAnswer({ content: 'x' }, { usage })));
    expect(move && 'usage' in move).toBe(false);
  }
});

test('answers that are none are refused, whatever they hold', async () => {
  const wire = WIRES['compatible'] as Wire;
  const hostile: readonly unknown[] = [
    null,
    [],
    'text',
    { choices: [] },
    { choices: [null] },
    { choices: [{ message: null }] },
    { choices: [{ message: { content: { a: 1 } } }] },
    { choices: [{ message: { content: 'x', tool_calls: [{}] } }] },
    { choices: [{ message: { content: 'x', tool_calls: { length: 1 } } }] },
  ];
  for (const value of hostile) {
    const { error } = await decided(wire, wire.id, json(value));
    expect(error, JSON.stringify(value)).toMatchObject({ code: 'answer-unreadable' });
  }
});

test('a call without an id gets one that depends on the view alone', async () => {
  const wire = WIRES['google'] as Wire;
  const part = { functionCall: { name: 'fetch_page', args: { page: 1 } }, thoughtSignature: 'c2lnbmVk' };
  const answer = json({ candidates: [{ content: { parts: [part, part] }, finishReason: 'STOP' }] });
  const { move } = await decided(wire, wire.id, answer);
  expect(move?.calls.map(({ id }) => id)).toEqual(['made-2-0', 'made-2-1']);
  await using server = await provider(wire.whole);
  const messages = [
    ...VIEW.messages,
    { role: 'assistant' as const, text: '', calls: move?.calls ?? [] },
    { role: 'tool' as const, callId: 'made-2-0', name: 'fetch_page', text: 'ok', isError: false },
  ];
  await ask(wire.id, wire.variables(server.url)).model.decide({ ...VIEW, messages }, never());
  expect(server.heard[0]?.text).toContain('"thoughtSignature":"c2lnbmVk"');
  expect(server.heard[0]?.text).not.toContain('made-');
});

test('thinking goes back to its provider with the call that it led to', async () => {
  const wire = WIRES['anthropic'] as Wire;
  const thinking = { type: 'thinking', thinking: 'page 1 first', signature: 'c2ln' };
  const call = { type: 'tool_use', id: 'a', name: 'fetch_page', input: { page: 1 } };
  const answer = json({
    content: [thinking, call],
    stop_reason: 'tool_use',
    usage: { input_tokens: 1, output_tokens: 2 },
  });
  const { move } = await decided(wire, wire.id, answer);
  await using server = await provider(wire.whole);
  const messages = [...VIEW.messages, { role: 'assistant' as const, text: '', calls: move?.calls ?? [] }];
  await ask(wire.id, wire.variables(server.url)).model.decide({ ...VIEW, messages }, never());
  const sent = server.heard[0]?.json['messages'] as { content: unknown }[];
  expect(sent.at(-1)?.content).toEqual([thinking, call]);
});

verifies('models.quirks.pinned', async () => {
  const body = async (wire: Wire, id: string, view = VIEW) => {
    await using server = await provider(id.includes('stream=true') ? wire.streamed : wire.whole);
    await ask(id, wire.variables(server.url)).model.decide(view, never());
    return server.heard[0]?.json ?? {};
  };
  const { openai, compatible, anthropic, google } = WIRES as Record<string, Wire>;
  if (!(openai && compatible && anthropic && google)) throw new Error('a wire is missing');

  const messages = [
    { role: 'system', content: 'Work alone.' },
    { role: 'user', content: 'Fetch every page.' },
  ];
  const parameters = TOOLS[0]?.inputSchema;
  const tools = [
    { type: 'function', function: { name: 'fetch_page', description: 'Fetches one page', parameters } },
  ];
  expect(await body(openai, 'openai:gpt-4o?seed=7&temperature=0&top-p=0.5')).toEqual({
    model: 'gpt-4o',
    messages,
    tools,
    max_completion_tokens: 600,
    temperature: 0,
    top_p: 0.5,
    seed: 7,
    stream: false,
  });
  expect(await body(openai, 'openai:gpt-4o?stream=true')).toMatchObject({
    stream_options: { include_usage: true },
  });
  expect(await body(openai, 'openai:gpt-3.5-turbo')).toMatchObject({ max_tokens: 600 });
  expect(await body(compatible, 'compatible:local/org/m:7b')).toEqual({
    model: 'org/m:7b',
    messages,
    tools,
    max_tokens: 600,
    stream: false,
  });
  const named = 'compatible:local/m?stream=true&token-limit=max_completion_tokens';
  const bare = { messages: VIEW.messages, tools: [] };
  expect(await body(compatible, named)).toMatchObject({ max_completion_tokens: 600, stream: true });
  expect(await body(compatible, 'compatible:local/m?tools=none', bare)).toEqual({
    model: 'm',
    messages,
    stream: false,
  });
  expect(await body(anthropic, 'anthropic:claude-x?temperature=1', bare)).toEqual({
    model: 'claude-x',
    max_tokens: 4096,
    system: 'Work alone.',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Fetch every page.' }] }],
    temperature: 1,
    stream: false,
  });
  expect(await body(google, 'google:gemini-2.5-flash?seed=3')).toEqual({
    contents: [{ role: 'user', parts: [{ text: 'Fetch every page.' }] }],
    systemInstruction: { role: 'user', parts: [{ text: 'Work alone.' }] },
    tools: [
      {
        functionDeclarations: [
          { name: 'fetch_page', description: 'Fetches one page', parametersJsonSchema: parameters },
        ],
      },
    ],
    generationConfig: { maxOutputTokens: 600, seed: 3 },
  });
  const toolless = ask('compatible:local/m?tools=none', {
    MEASURAND_ENDPOINT_LOCAL: 'http://127.0.0.1:1/v1',
  });
  await expect(toolless.model.decide(VIEW, never())).rejects.toMatchObject({ code: 'no-tool-support' });
});

test('nothing that a client library adds of its own crosses the wire, nor what the environment tells it', async () => {
  const planted = {
    OPENAI_ORG_ID: 'org-planted',
    OPENAI_PROJECT_ID: 'proj-planted',
    OPENAI_CUSTOM_HEADERS: 'x-planted: yes',
    OPENAI_BASE_URL: 'http://127.0.0.1:1',
    ANTHROPIC_AUTH_TOKEN: 'planted-token',
    ANTHROPIC_CUSTOM_HEADERS: 'x-planted: yes',
    ANTHROPIC_BASE_URL: 'http://127.0.0.1:1',
    GOOGLE_GENAI_USE_VERTEXAI: 'true',
    GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:1',
    GOOGLE_API_KEY: 'planted-google',
  };
  const before = { ...process.env };
  Object.assign(process.env, planted);
  try {
    for (const [name, wire] of EACH) {
      const { heard } = await decided(wire, wire.id, wire.whole);
      const headers = Object.keys(heard[0]?.headers ?? {});
      const known = [
        'accept',
        'accept-encoding',
        'connection',
        'content-length',
        'content-type',
        'host',
        'user-agent',
      ];
      const own = ['anthropic-version', 'authorization', 'x-api-key', 'x-goog-api-key'];
      expect(
        headers.filter((header) => !(known.includes(header) || own.includes(header))),
        name,
      ).toEqual([]);
      expect(JSON.stringify(heard), name).not.toContain('planted-token');
      expect(JSON.stringify(heard), name).not.toContain('planted-google');
      expect(JSON.stringify(heard[0]?.headers), name).toContain(KEY);
    }
  } finally {
    for (const variable of Object.keys(planted)) delete process.env[variable];
    Object.assign(process.env, before);
  }
});

test('an endpoint without a key is asked without one', async () => {
  await using server = await provider((WIRES['compatible'] as Wire).whole);
  const { model } = ask('compatible:local/m', { MEASURAND_ENDPOINT_LOCAL: `${server.url}/v1` });
  await model.decide(VIEW, never());
  expect(server.heard[0]?.headers.authorization).toBeUndefined();
});

verifies('models.provider.raw-stored', async () => {
  for (const [name, wire] of EACH) {
    for (const [id, answer] of [
      [wire.id, wire.whole],
      [wire.streaming, wire.streamed],
      [wire.id, status(429, { 'retry-after': '3' })],
      [wire.id, cut],
    ] as const) {
      const { heard, exchanges } = await decided(wire, id, answer);
      expect(exchanges, name).toHaveLength(1);
      expect(exchanges[0]?.request.body.toString()).toBe(heard[0]?.text);
      expect(exchanges[0]?.request.path).toBe(heard[0]?.path);
      expect(exchanges[0]?.response?.body.length).toBeGreaterThan(0);
    }
  }
  const wire = WIRES['openai'] as Wire;
  const { exchanges } = await decided(wire, wire.id, status(429, { 'retry-after': '3' }));
  expect(exchanges[0]?.response).toMatchObject({
    status: 429,
    headers: { 'retry-after': '3' },
    end: 'complete',
  });
});

verifies('models.keys.nowhere', async () => {
  const other = 'hunter2hunter2hunter2';
  const base64 = Buffer.from(`x ${KEY}`).toString('base64');
  const echo = `${KEY} and ${other} and ${encodeURIComponent(KEY)} and ${base64}`;
  const searched = (value: unknown): string =>
    JSON.stringify(value, (_key, item: unknown) =>
      item && typeof item === 'object' && 'type' in item && item.type === 'Buffer'
        ? Buffer.from((item as unknown as { data: number[] }).data).toString('latin1')
        : item,
    );
  const hidden = (value: unknown): void => {
    const text = searched(value);
    for (const secret of [KEY, other, base64.slice(8, -8)]) expect(text).not.toContain(secret);
  };
  for (const wire of Object.values(WIRES)) {
    const echoing: readonly Answer[] = [
      (response, request, nth) =>
        json({ error: { message: echo, headers: request.headers } }, 400)(response, request, nth),
      (response) => response.writeHead(500, { 'x-request-id': KEY }).end(echo),
      json({
        choices: [{ message: { content: echo } }],
        content: [{ type: 'text', text: echo }],
        candidates: [],
      }),
    ];
    for (const answer of echoing) {
      await using server = await provider(answer);
      const { model, exchanges } = ask(wire.id, { ...wire.variables(server.url), DATABASE_PASSWORD: other });
      const outcome = await model.decide(VIEW, never()).catch((error: Error) => ({ message: error.message }));
      hidden(outcome);
      hidden(exchanges);
      expect(exchanges).toHaveLength(1);
    }
  }
  // In pieces, no byte of the wire shows it; the move would.
  const wire = WIRES['openai'] as Wire;
  const piece = (content: string): object => ({ choices: [{ index: 0, delta: { content } }] });
  const chunks = [
    piece(KEY.slice(0, 9)),
    piece(KEY.slice(9)),
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  ];
  const { move, exchanges } = await decided(wire, wire.streaming, (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(chunks.map(eventText).join(''));
  });
  expect(move).toMatchObject({ text: '[key removed]', remarks: ['a key was taken out of the answer'] });
  expect(exchanges[0]?.response).toMatchObject({ withheld: true });
  expect(searched(exchanges)).not.toContain(KEY.slice(9));
});

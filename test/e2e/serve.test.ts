import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, expect, test } from 'vitest';
import type { ServedEpisode } from '../../src/commands/serve/serve-task.ts';
import { verifies } from '../requirements.ts';
import { measurand, PROGRAM } from './program.ts';

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

function start(...args: string[]): Child {
  const child = spawn(process.execPath, [PROGRAM, 'serve', 'comtrade', ...args], { stdio: 'pipe' });
  open.push(() => child.kill('SIGKILL'));
  return child;
}

/** How a child ended, and what it said on standard error. */
async function ended(child: Child): Promise<{ code: number | null; err: string }> {
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, err };
}

async function connect(
  transport: StdioClientTransport | StreamableHTTPClientTransport,
  mode: 'legacy' | 'auto',
): Promise<Client> {
  const client = new Client({ name: 'test', version: '0' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  open.push(() => client.close());
  return client;
}

const overStdio = (mode: 'legacy' | 'auto', ...args: string[]): Promise<Client> =>
  connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, 'serve', 'comtrade', ...args],
      stderr: 'ignore',
    }),
    mode,
  );

async function overHttp(...args: string[]): Promise<{ child: Child; url: string; token: string | null }> {
  const child = start('--transport', 'http', '--json', ...args);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, ...(JSON.parse(line) as { url: string; token: string | null }) };
}

const request = (id: number, method: string, params: object = {}): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;

const HELLO = request(0, 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '0' },
});

test.each(['legacy', 'auto'] as const)(
  'measurand serve gives a %s client of the official SDK the three tools, typed, over stdio',
  async (mode) => {
    const client = await overStdio(mode, '--task', 'T8_mixed_faults', '--seed', '3');
    expect(client.getProtocolEra()).toBe(mode === 'legacy' ? 'legacy' : 'modern');
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(['get_task_info', 'fetch_page', 'submit_results']);
    for (const { inputSchema } of tools) expect(inputSchema).toMatchObject({ type: 'object' });
    expect(tools[1]?.inputSchema.properties).toHaveProperty('page');
    const info = await client.callTool({ name: 'get_task_info' });
    expect(info.isError).toBe(false);
    expect(info.structuredContent).toHaveProperty('task_id', 'T8_mixed_faults');
  },
);

test('measurand serve answers wrong arguments and injected faults as tool errors', async () => {
  const client = await overStdio('legacy', '--task', 'T4_rate_limit_429', '--profile', 'as-published');
  const call = (page: unknown): ReturnType<Client['callTool']> =>
    client.callTool({ name: 'fetch_page', arguments: { page } });
  const results = [await call(0), await call(1), await call(2), await call(2)];
  expect(results.map(({ isError, structuredContent }) => [isError, statusOf(structuredContent)])).toEqual([
    [true, 422],
    [false, undefined],
    [true, 429],
    [false, undefined],
  ]);
  await expect(client.callTool({ name: 'no_such_tool' })).rejects.toMatchObject({ code: -32602 });
});

const statusOf = (value: unknown): unknown => (value as { status?: unknown } | undefined)?.status;

test('measurand serve holds the budget and takes one submission, however many calls come at once', async () => {
  const { child, url } = await overHttp('--task', 'T1_single_page', '--profile', 'as-published');
  const clients = await Promise.all([
    connect(new StreamableHTTPClientTransport(new URL(url)), 'legacy'),
    connect(new StreamableHTTPClientTransport(new URL(url)), 'auto'),
  ]);
  const every = <T>(n: number, ask: (client: Client) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: n }, (_, i) => ask(clients[i % 2] as Client)));
  const pages = await every(24, (client) => client.callTool({ name: 'fetch_page', arguments: { page: 1 } }));
  expect(pages.filter((page) => page.isError !== true)).toHaveLength(5);
  const work = { data_jsonl: '', metadata_json: '{}' };
  const handedIn = await every(6, (client) => client.callTool({ name: 'submit_results', arguments: work }));
  expect(handedIn.filter((answer) => answer.isError !== true)).toHaveLength(1);
  const end = ended(child);
  child.kill('SIGTERM');
  const { code, err } = await end;
  expect(code).toBe(0);
  const episode = JSON.parse(err.trim().split('\n').at(-1) as string) as Record<string, unknown>;
  expect(episode).toMatchObject({ charged: 5, budget: 5, submitted: true });
  expect(episode['scores']).not.toEqual([]);
});

interface Page {
  readonly has_more?: boolean;
  readonly rows?: readonly Record<string, unknown>[];
  readonly error?: { readonly retryable: boolean };
}

/** Every record of an episode, once: faults that a retry can help are retried, duplicates and totals are left out. */
async function walk(client: Client): Promise<Record<string, unknown>[]> {
  const held = new Map<unknown, Record<string, unknown>>();
  for (let page = 1; page < 100; ) {
    const { structuredContent } = await client.callTool({ name: 'fetch_page', arguments: { page } });
    const { has_more, rows = [], error } = structuredContent as Page;
    if (error && !error.retryable) throw new Error(JSON.stringify(error));
    for (const row of rows) if (row['is_total'] !== true) held.set(row['record_id'], row);
    if (!error && !has_more) break;
    if (!error) page += 1;
  }
  return [...held.values()];
}

test('an agent that does everything right over the protocol scores 1 by the truth, and the operator is told', async () => {
  const { child, url } = await overHttp('--task', 'T8_mixed_faults', '--seed', '3');
  const client = await connect(new StreamableHTTPClientTransport(new URL(url)), 'auto');
  const records = await walk(client);
  const data_jsonl = records.map((record) => JSON.stringify(record)).join('\n');
  const answer = await client.callTool({
    name: 'submit_results',
    arguments: { data_jsonl, metadata_json: '{}', run_log: '' },
  });
  expect(answer.isError).toBe(false);
  const end = ended(child);
  child.kill('SIGINT');
  const { err } = await end;
  const episode = JSON.parse(err.trim().split('\n').at(-1) as string) as ServedEpisode;
  expect(episode.scores.find(({ scorer }) => scorer === 'truth')?.value).toBe(1);
  expect(episode.calls.fault).toBeGreaterThan(0);
});

verifies('mcp.stdio.protocol-only', async () => {
  const noise = 'not json\n{"jsonrpc":"2.0"}\n\n';
  const input = `${noise}${HELLO}${request(1, 'tools/list')}${request(2, 'no/such/method')}${noise}`;
  const { code, out, err } = await measurand(['serve', 'comtrade', '--task', 'T1_single_page', '--json'], {
    input,
  });
  const messages = out.split('\n').slice(0, -1);
  expect(messages).toHaveLength(3);
  for (const message of messages) expect(JSON.parse(message)).toMatchObject({ jsonrpc: '2.0' });
  expect(code).toBe(0);
  expect(JSON.parse(err.trim().split('\n').at(-1) as string)).toMatchObject({ charged: 0, submitted: false });
});

verifies('mcp.shutdown', async () => {
  for (const signal of ['SIGINT', 'SIGTERM', undefined] as const) {
    const child = start('--task', 'T1_single_page');
    child.stdin.write(HELLO);
    await once(child.stdout, 'data');
    const end = ended(child);
    if (signal) child.kill(signal);
    else child.stdin.end();
    expect([signal, (await end).code]).toEqual([signal, 0]);
  }
  const { child, url, token } = await overHttp('--task', 'T1_single_page', '--token', 'random');
  const headers = { Authorization: `Bearer ${token}` };
  const client = await connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
    'legacy',
  );
  await client.callTool({ name: 'get_task_info' });
  const end = ended(child);
  child.kill('SIGINT');
  expect((await end).code).toBe(0);
  await expect(fetch(url)).rejects.toThrow();
});

test('a message over the limit ends the server with exit code 2 and one sentence', async () => {
  const input = `${HELLO}${'x'.repeat(17 * 1024 * 1024)}\n`;
  const { code, err } = await measurand(['serve', 'comtrade', '--task', 'T1_single_page'], { input });
  expect(code).toBe(2);
  expect(err).toMatch(/a message is longer than 16777216 bytes.*\[oversized-message\]\n$/);
});

test.each([
  [['nosuch', '--task', 'T1_single_page'], /unknown-suite/],
  [['comtrade'], /--task is missing/],
  [['comtrade', '--task', 'T99'], /Choose .*T1_single_page.*\[unknown-task\]/],
  [['comtrade', '--task', 'T1_single_page', '--seed', '1.5'], /--seed must be an integer/],
  [['comtrade', '--task', 'T1_single_page', '--port', '80'], /--port is for the transport http/],
  [
    ['comtrade', '--task', 'T1_single_page', '--transport', 'http', '--port', '65536'],
    /--port must be an integer/,
  ],
])(
  'measurand serve %j is refused with exit code 2 and nothing on standard output',
  async (args, sentence) => {
    const { code, out, err } = await measurand(['serve', ...args]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(sentence);
  },
);

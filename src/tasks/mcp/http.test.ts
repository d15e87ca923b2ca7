import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, expect, test } from 'vitest';
import { Turnstile } from '../../../test/environments/turnstile.ts';
import { verifies } from '../../../test/requirements.ts';
import type { Environment } from '../../core/contracts/index.ts';
import { type HttpServing, serveOverHttp } from './http.ts';

let serving: HttpServing | undefined;
let clients: Client[] = [];

afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await serving?.close();
  serving = undefined;
  clients = [];
});

async function start(environment: Environment, token?: string): Promise<HttpServing> {
  serving = await serveOverHttp(environment, {
    port: 0,
    ...(token === undefined ? {} : { token }),
    onProblem: () => undefined,
  });
  return serving;
}

async function connect(url: string, mode: 'legacy' | 'auto', token?: string): Promise<Client> {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const client = new Client({ name: 'test', version: '0' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  clients.push(client);
  return client;
}

/** A raw request, since fetch does not let a caller choose the Host header. */
function raw(
  url: string,
  headers: Record<string, string>,
  body: string,
  path = '/mcp',
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(new URL(path, url), { method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    outgoing.on('error', reject);
    // A body that is refused half way leaves the rest of it unwritable, after the answer has come.
    outgoing.on('socket', (socket) => socket.on('error', reject));
    outgoing.end(body);
  });
}

const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

test('serveOverHttp serves clients of both protocols from one episode, side by side', async () => {
  const turnstile = new Turnstile(5);
  const { url } = await start(turnstile);
  const both = await Promise.all([connect(url, 'legacy'), connect(url, 'auto')]);
  expect(both.map((client) => client.getProtocolEra())).toEqual(['legacy', 'modern']);
  for (const client of both) expect((await client.listTools()).tools).toEqual(turnstile.tools);
  const calls = Array.from({ length: 20 }, (_, i) =>
    (both[i % 2] as Client).callTool({ name: 'pass', arguments: { lane: i } }),
  );
  const results = await Promise.all(calls);
  expect(results.filter((result) => result.isError !== true)).toHaveLength(5);
  expect(turnstile.ledger().filter((entry) => entry.charged)).toHaveLength(5);
  const handedIn = await Promise.all(
    both.map((client) => client.callTool({ name: 'hand_in', arguments: {} })),
  );
  expect(handedIn.filter((result) => result.isError === true)).toHaveLength(1);
});

verifies('mcp.http.loopback-only', async () => {
  const turnstile = new Turnstile(5);
  const { url } = await start(turnstile, 'secret');
  expect(new URL(url).hostname).toBe('127.0.0.1');
  const authorised = { ...JSON_HEADERS, authorization: 'Bearer secret' };
  const statuses = async (headers: Record<string, string>): Promise<number> =>
    (await raw(url, headers, LIST)).status;
  expect(await statuses(authorised)).toBe(200);
  expect(await statuses({ ...authorised, host: 'evil.example' })).toBe(403);
  expect(await statuses({ ...authorised, origin: 'https://evil.example' })).toBe(403);
  expect(await statuses({ ...authorised, origin: 'null' })).toBe(403);
  expect(await statuses({ ...authorised, origin: 'http://localhost:5173' })).toBe(200);
  expect(await statuses(JSON_HEADERS)).toBe(401);
  expect(await statuses({ ...JSON_HEADERS, authorization: 'Bearer secre' })).toBe(401);
  expect(await statuses({ ...JSON_HEADERS, authorization: 'secret' })).toBe(401);
  await expect(connect(url, 'legacy')).rejects.toThrow();
  const client = await connect(url, 'auto', 'secret');
  expect((await client.listTools()).tools).toHaveLength(2);
  expect(turnstile.ledger()).toEqual([]);
});

test('serveOverHttp refuses bodies that are no protocol, and spends nothing on them', async () => {
  const turnstile = new Turnstile(5);
  const { url } = await start(turnstile);
  expect((await raw(url, JSON_HEADERS, 'not json')).status).toBe(400);
  expect((await raw(url, { ...JSON_HEADERS, 'content-type': 'text/plain' }, LIST)).status).toBe(415);
  expect((await raw(url, JSON_HEADERS, LIST, '/elsewhere')).status).toBe(404);
  expect((await raw(url, JSON_HEADERS, 'x'.repeat(17 * 1024 * 1024))).status).toBe(413);
  const unknown = await raw(
    url,
    JSON_HEADERS,
    JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'tools/destroy' }),
  );
  expect(unknown.text).toContain('-32601');
  expect(turnstile.ledger()).toEqual([]);
});

test('serveOverHttp says which port it cannot have', async () => {
  const { url } = await start(new Turnstile(1));
  const port = Number(new URL(url).port);
  await expect(serveOverHttp(new Turnstile(1), { port, onProblem: () => undefined })).rejects.toMatchObject({
    code: 'port-unavailable',
    exitCode: 2,
    message: expect.stringContaining('EADDRINUSE'),
  });
});

test('close answers what is under way, then frees the port', async () => {
  const turnstile = new Turnstile(5);
  const { url, close } = await start(turnstile);
  const client = await connect(url, 'legacy');
  const call = client.callTool({ name: 'pass', arguments: { lane: 1 } });
  await new Promise<void>((resolve) => {
    const look = (): void => (turnstile.ledger().length > 0 ? resolve() : void setImmediate(look));
    look();
  });
  await close();
  await expect(call).resolves.toMatchObject({ isError: false });
  // Another test may have the port by now, and hang up.
  await expect(raw(url, JSON_HEADERS, LIST)).rejects.toMatchObject({
    code: expect.stringMatching(/^ECONN(REFUSED|RESET)$/),
  });
});

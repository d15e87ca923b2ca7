import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { Turnstile } from '../../../test/environments/turnstile.ts';
import { verifies } from '../../../test/requirements.ts';
import type { Environment } from '../../core/contracts/index.ts';
import type { JsonValue } from '../../core/json.ts';
import { environmentServer } from './environment-server.ts';

async function connected(environment: Environment): Promise<Client> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await environmentServer(environment, '1.2.3').connect(serverSide);
  const client = new Client({ name: 'test', version: '0' });
  await client.connect(clientSide);
  return client;
}

verifies('mcp.tools.verbatim', async () => {
  const turnstile = new Turnstile(3);
  const client = await connected(turnstile);
  const { tools } = await client.listTools();
  expect(tools).toEqual(turnstile.tools);
  expect(client.getInstructions()).toBe('Pass the turnstile, then hand in.');
  expect(client.getServerVersion()).toEqual({ name: 'measurand', version: '1.2.3' });
});

test('environmentServer gives an answer as text and, when it is an object, as an object', async () => {
  const client = await connected(new Turnstile(3));
  expect(await client.callTool({ name: 'pass', arguments: { lane: 2 } })).toEqual({
    content: [{ type: 'text', text: '{"lane":2,"left":2}' }],
    structuredContent: { lane: 2, left: 2 },
    isError: false,
  });
  expect(await client.callTool({ name: 'hand_in', arguments: { text: 'x' } })).toEqual({
    content: [{ type: 'text', text: '"thank you"' }],
    isError: false,
  });
});

verifies('mcp.call.tool-errors', async () => {
  const client = await connected(new Turnstile(2));
  const rejected = await client.callTool({ name: 'pass', arguments: { lane: 'one' } });
  expect(rejected).toMatchObject({ isError: true, structuredContent: { status: 422, retry: false } });
  expect(await client.callTool({ name: 'pass', arguments: { lane: 429 } })).toMatchObject({
    isError: true,
    structuredContent: { status: 429, retry: true },
  });
  const refused = await client.callTool({ name: 'pass', arguments: { lane: 1 } });
  expect(refused).toMatchObject({ isError: true, structuredContent: { error: 'no budget' } });
});

verifies('mcp.call.reaches-ledger', async () => {
  const turnstile = new Turnstile(9);
  const client = await connected(turnstile);
  const sent: JsonValue[] = [{}, { lane: 'one' }, { lane: 1, more: [null] }, { lane: -0.5 }];
  for (const args of sent)
    await client.callTool({ name: 'pass', arguments: args as Record<string, unknown> });
  await client.callTool({ name: 'pass' });
  expect(turnstile.ledger().map((entry) => entry.args)).toEqual([...sent, {}]);
});

verifies('mcp.call.budget-under-concurrency', async () => {
  const turnstile = new Turnstile(5);
  const clients = await Promise.all([connected(turnstile), connected(turnstile)]);
  const calls = Array.from({ length: 40 }, (_, i) =>
    (clients[i % 2] as Client).callTool({ name: 'pass', arguments: { lane: i } }),
  );
  const results = await Promise.all(calls);
  expect(results.filter((result) => result.isError !== true)).toHaveLength(5);
  expect(turnstile.ledger().filter((entry) => entry.charged)).toHaveLength(5);
  expect(turnstile.ledger()).toHaveLength(40);
});

verifies('mcp.call.one-submission', async () => {
  const turnstile = new Turnstile(5);
  const clients = await Promise.all([connected(turnstile), connected(turnstile)]);
  const results = await Promise.all(
    clients.map((client, i) => client.callTool({ name: 'hand_in', arguments: { text: `work ${i}` } })),
  );
  expect(results.map((result) => result.isError)).toEqual([false, true]);
  expect(turnstile.submission()).toEqual({ parts: { text: 'work 0' } });
});

test('environmentServer answers an unknown tool as the SDK does, and spends nothing on it', async () => {
  const turnstile = new Turnstile(5);
  const client = await connected(turnstile);
  await expect(client.callTool({ name: 'toString' })).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining('Tool toString not found'),
  });
  expect(turnstile.ledger()).toEqual([]);
});

test('environmentServer refuses arguments nested too deep to be walked, and spends nothing on them', async () => {
  const turnstile = new Turnstile(5);
  const client = await connected(turnstile);
  const nested = (levels: number): JsonValue => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
  await expect(client.callTool({ name: 'pass', arguments: { lane: nested(5000) } })).rejects.toThrow(
    /nested deeper than 64 levels/,
  );
  expect(turnstile.ledger()).toEqual([]);
  await client.callTool({ name: 'pass', arguments: { lane: nested(60) } });
  expect(turnstile.ledger()).toHaveLength(1);
});

test('environmentServer answers with an internal error when the environment itself fails', async () => {
  const broken: Environment = Object.assign(new Turnstile(1), {
    call: () => Promise.reject(new Error('torn wire')),
  });
  const client = await connected(broken);
  await expect(client.callTool({ name: 'pass' })).rejects.toMatchObject({ code: -32603 });
});

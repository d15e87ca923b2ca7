import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { Turnstile } from '../../../test/environments/turnstile.ts';
import { verifies } from '../../../test/requirements.ts';
import { LARGEST_MESSAGE } from './environment-server.ts';
import { serveOverStdio } from './stdio.ts';

interface Answer {
  readonly id: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number };
}

const request = (id: number, method: string, params: object = {}): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;

const HELLO = request(0, 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '0' },
});

const MODERN = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
};

/** Sends everything, ends the input, and gives what came back. */
async function exchange(
  turnstile: Turnstile,
  chunks: readonly (string | Buffer)[],
): Promise<{ answers: Answer[]; problems: Error[] }> {
  const input = new PassThrough({ highWaterMark: 64 * 1024 * 1024 });
  const output = new PassThrough();
  const problems: Error[] = [];
  const received = text(output);
  for (const chunk of chunks) input.write(chunk);
  input.end();
  await serveOverStdio(turnstile, {
    input,
    output,
    signal: new AbortController().signal,
    onProblem: (problem) => problems.push(problem),
  });
  output.end();
  const lines = (await received).split('\n').slice(0, -1);
  const answers = lines.map((line) => JSON.parse(line) as Answer);
  return { answers: answers.sort((a, b) => a.id - b.id), problems };
}

test('serveOverStdio answers everything that was asked before the input ended, also without a last line end', async () => {
  const turnstile = new Turnstile(2);
  const pass = (id: number): string => request(id, 'tools/call', { name: 'pass', arguments: { lane: id } });
  const { answers } = await exchange(turnstile, [HELLO, pass(1), pass(2), pass(3).trimEnd()]);
  expect(answers.map((answer) => answer.id)).toEqual([0, 1, 2, 3]);
  expect(answers.map((answer) => answer.result?.['isError'])).toEqual([undefined, false, false, true]);
  expect(turnstile.ledger()).toHaveLength(3);
});

verifies('mcp.eras', async () => {
  const turnstile = new Turnstile(9);
  const old = await exchange(turnstile, [HELLO, request(1, 'tools/list')]);
  const modern = await exchange(turnstile, [
    request(0, 'server/discover', MODERN),
    request(1, 'tools/list', MODERN),
    request(2, 'tools/call', { ...MODERN, name: 'pass', arguments: { lane: 4 } }),
  ]);
  expect(old.answers[0]?.result).toMatchObject({ protocolVersion: '2025-11-25' });
  expect(modern.answers[0]?.result).toMatchObject({ supportedVersions: ['2026-07-28'] });
  expect(old.answers[1]?.result?.['tools']).toEqual(turnstile.tools);
  expect(modern.answers[1]?.result?.['tools']).toEqual(turnstile.tools);
  expect(modern.answers[2]?.result).toMatchObject({
    structuredContent: { lane: 4, left: 8 },
    isError: false,
  });
});

test('serveOverStdio does not wait for a request that the client gave up, nor for a subscription', async () => {
  const turnstile = new Turnstile(2);
  const cancelled = JSON.stringify({
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId: 1, reason: 'enough' },
  });
  const started = performance.now();
  await exchange(turnstile, [
    HELLO,
    request(1, 'tools/call', { name: 'pass', arguments: { lane: 1 } }),
    `${cancelled}\n`,
  ]);
  await exchange(turnstile, [
    request(0, 'server/discover', MODERN),
    request(1, 'tools/list', MODERN),
    request(2, 'subscriptions/listen', { ...MODERN, notifications: { toolsListChanged: true } }),
  ]);
  expect(performance.now() - started).toBeLessThan(4000);
});

verifies('mcp.stdio.hostile', async () => {
  const turnstile = new Turnstile(3);
  const { answers, problems } = await exchange(turnstile, [
    'not json\n\n{"jsonrpc":"1.0"}\n[]\n42\n{"half": \n\u0000\u0001\n',
    Buffer.from([0xff, 0xfe, 10]),
    `${'x'.repeat(10 * 1024 * 1024)}\n`,
    HELLO,
    request(1, 'tools/destroy'),
    request(2, 'tools/call', { arguments: { lane: 1 } }),
    request(3, 'tools/call', { name: 'pass', arguments: [1] }),
    request(4, 'tools/call', { name: 'pass', arguments: { lane: 1 } }),
  ]);
  expect(answers.map((answer) => answer.error?.code)).toEqual([undefined, -32601, -32602, -32602, undefined]);
  expect(turnstile.ledger()).toHaveLength(1);
  expect(problems.length).toBeGreaterThan(0);
});

test('serveOverStdio ends with a coded error at a line over the limit, having answered what came before', async () => {
  const turnstile = new Turnstile(3);
  const long = [HELLO, Buffer.alloc(LARGEST_MESSAGE, 97), Buffer.alloc(2, 97)];
  await expect(exchange(turnstile, long)).rejects.toMatchObject({ code: 'oversized-message', exitCode: 2 });
});

test.prop([fc.array(fc.oneof(fc.string(), fc.json(), fc.constant(HELLO)), { maxLength: 6 })], {
  numRuns: 60,
})('serveOverStdio survives any lines whatever, and they never reach the environment', async (lines) => {
  const turnstile = new Turnstile(3);
  await exchange(turnstile, [lines.join('\n')]);
  expect(turnstile.ledger()).toEqual([]);
});

test('serveOverStdio ends when its signal is aborted, and lets go of its streams', async () => {
  const controller = new AbortController();
  const input = new PassThrough();
  const output = new PassThrough();
  const serving = serveOverStdio(new Turnstile(1), {
    input,
    output,
    signal: controller.signal,
    onProblem: () => undefined,
  });
  input.write(HELLO);
  await new Promise((resolve) => output.once('data', resolve));
  controller.abort();
  await serving;
  expect(input.destroyed).toBe(true);
  const late = serveOverStdio(new Turnstile(1), {
    input: new PassThrough(),
    output,
    signal: controller.signal,
    onProblem: () => undefined,
  });
  await expect(late).resolves.toBeUndefined();
});

test('serveOverStdio ends when the reader of its output is gone', async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  const serving = serveOverStdio(new Turnstile(1), {
    input,
    output,
    signal: new AbortController().signal,
    onProblem: () => undefined,
  });
  input.write(HELLO);
  await new Promise((resolve) => output.once('data', resolve));
  output.destroy(new Error('gone'));
  await expect(serving).resolves.toBeUndefined();
});

import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import type { Isolation } from '../contracts.ts';
import { checkIsolation } from './isolation.ts';
import type { ProgramResult } from './program-run.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';

const LARGE_BYTES = 48 * 2 ** 20;
const best = await checkIsolation();
const KINDS: readonly Isolation[] =
  best.kind === 'namespaces' ? [best, { kind: 'none', reason: 'asked for' }] : [best];

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** A sandbox whose port and relay `lab` both lead to `serve`. */
async function sandboxTo(isolation: Isolation, serve: (socket: Socket) => void): Promise<Sandbox> {
  const folder = mkdtempSync(join(tmpdir(), 'measurand-carry-'));
  open.push(() => rmSync(folder, { recursive: true, force: true }));
  const socket = join(folder, 's');
  const server: Server = createServer({ allowHalfOpen: true }, (client) => {
    client.on('error', () => undefined);
    serve(client);
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  open.push(() => server.close());
  const sandbox = await openSandbox({
    folder,
    isolation,
    forwards: [{ port: 0, socket }],
    sockets: { lab: socket },
  });
  open.push(() => sandbox.close());
  return sandbox;
}

/** Runs JavaScript inside; `port` is the forwarded one. */
const dial = (sandbox: Sandbox, code: string): Promise<ProgramResult> =>
  sandbox.run({
    command: [process.execPath, '-e', `const port = ${sandbox.layout.ports[0]};\n${code}`],
    env: {},
    timeoutMs: 60_000,
    outputLimit: 2 * LARGE_BYTES,
  });

const sum = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const textOf = ({ stdout }: ProgramResult): string => Buffer.from(stdout).toString('utf8');

/** Prints how many bytes came and how the connection ended. */
const RECEIVE = `
let got = 0;
const socket = require('node:net').connect({ port, host: '127.0.0.1', allowHalfOpen: true });
socket.on('data', (bytes) => { got += bytes.length });
socket.on('end', () => { process.stdout.write(got + ' ended'); socket.destroy() });
socket.on('error', () => process.stdout.write(got + ' broken'));
`;

describe.each(KINDS)('with isolation $kind', (isolation) => {
  verifies('native.process.carried', async () => {
    const sent = randomBytes(LARGE_BYTES);
    let received = '';
    const sandbox = await sandboxTo(isolation, (socket) => {
      const hash = createHash('sha256');
      socket.on('data', (bytes) => hash.update(bytes));
      socket.on('end', () => {
        received = hash.digest('hex');
        socket.end(sent);
      });
    });
    const result = await dial(
      sandbox,
      `const socket = require('node:net').connect({ port, host: '127.0.0.1', allowHalfOpen: true });
       const hash = require('node:crypto').createHash('sha256');
       socket.end(Buffer.alloc(${LARGE_BYTES}, 'abc'));
       socket.on('data', (bytes) => { hash.update(bytes); socket.pause(); setImmediate(() => socket.resume()) });
       socket.on('end', () => process.stdout.write(hash.digest('hex')));`,
    );
    expect(textOf(result)).toBe(sum(sent));
    expect(received).toBe(sum(Buffer.alloc(LARGE_BYTES, 'abc')));
  });

  test('a stream that is cut after so many bytes arrives cut after so many bytes', async () => {
    for (const bytes of [0, 1, 70_001]) {
      const sandbox = await sandboxTo(isolation, (socket) => {
        socket.write(Buffer.alloc(bytes, 'x'), () => socket.destroy());
        if (bytes === 0) socket.destroy();
      });
      expect(textOf(await dial(sandbox, RECEIVE))).toMatch(new RegExp(`^${bytes} (ended|broken)$`));
    }
  });

  test('a client that goes away is seen to go by the server', async () => {
    let gone = (): void => undefined;
    const went = new Promise<void>((resolve) => {
      gone = resolve;
    });
    const sandbox = await sandboxTo(isolation, (socket) => {
      socket.on('end', gone);
      socket.on('close', gone);
      socket.on('data', () => undefined);
      socket.write('hello');
    });
    await dial(
      sandbox,
      `require('node:net').connect(port, '127.0.0.1').once('data', () => process.kill(process.pid, 'SIGKILL'))`,
    );
    await expect(went).resolves.toBeUndefined();
  });

  test('a relay carries standard streams to a socket, whole, and ends with the server', async () => {
    const sent = randomBytes(LARGE_BYTES);
    const sandbox = await sandboxTo(isolation, (socket) => {
      const hash = createHash('sha256');
      socket.on('data', (bytes) => hash.update(bytes));
      socket.on('end', () => {
        socket.write(hash.digest('hex'));
        socket.end(sent);
      });
    });
    const relay = JSON.stringify(sandbox.layout.relay('lab'));
    const result = await dial(
      sandbox,
      `const [file, ...words] = ${relay};
       const child = require('node:child_process').spawn(file, words, { stdio: ['pipe', 'inherit', 'inherit'] });
       child.stdin.end(Buffer.alloc(${LARGE_BYTES}, 'abc'));
       child.on('exit', (code) => { process.exitCode = code });`,
    );
    expect(result.exitCode).toBe(0);
    const answer = Buffer.from(result.stdout);
    expect(answer.subarray(0, 64).toString()).toBe(sum(Buffer.alloc(LARGE_BYTES, 'abc')));
    expect(sum(answer.subarray(64))).toBe(sum(sent));
  });

  test('a relay whose server dies ends, though its own input stays open', async () => {
    const sandbox = await sandboxTo(isolation, (socket) => socket.once('data', () => socket.destroy()));
    const relay = JSON.stringify(sandbox.layout.relay('lab'));
    const result = await dial(
      sandbox,
      `const [file, ...words] = ${relay};
       const child = require('node:child_process').spawn(file, words, { stdio: ['pipe', 'inherit', 'inherit'] });
       child.stdin.write('die');
       child.on('exit', () => process.exit(7));`,
    );
    expect(result).toMatchObject({ exitCode: 7, timedOut: false });
  });
});

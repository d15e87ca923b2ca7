import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MeasurandError } from '../../../core/errors.ts';
import type { Isolation } from '../contracts.ts';
import type { ProgramResult } from './program-run.ts';
import type { RunningProcess } from './protocol.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';

const CHECK_MS = 20_000;

/**
 * Leaves one orphan that ends by itself and one that stays, tries to write outside, and tries to leave by the network.
 * The program ends with the sum of what it managed to do and should not have.
 */
const ESCAPES = `
(setsid sh -c 'exit 0' &)
(setsid sleep 300 &)
wrong=0
( : > /etc/measurand-check ) 2>/dev/null && wrong=$((wrong + 1))
[ "$(grep -c : /proc/net/dev)" -le 1 ] || wrong=$((wrong + 2))
exit $wrong`;

async function listen(path: string): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end('reached\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(path, resolve);
  });
  return server;
}

/** Connects to the forwarded port from inside, and prints what comes. */
const DIAL = `require('node:net').connect(Number(process.argv[1]), '127.0.0.1').pipe(process.stdout)`;

const textOf = ({ stdout }: ProgramResult): string => Buffer.from(stdout).toString('utf8');

function complaint(escapes: ProgramResult, left: readonly RunningProcess[], dialled: ProgramResult): string {
  if (escapes.exitCode === null || escapes.timedOut) return 'a program in the sandbox did not end by itself';
  if ((escapes.exitCode & 1) !== 0) return 'a program in the sandbox could write outside its folder';
  if ((escapes.exitCode & 2) !== 0) return 'a program in the sandbox has a network besides loopback';
  if (!escapes.orphans.includes('sleep 300')) return 'a process that was left behind was not seen';
  if (left.some(({ state }) => state === 'Z')) return 'the first process does not reap orphans';
  if (textOf(dialled) !== 'reached\n') return 'a forwarded port did not lead to its socket';
  return '';
}

async function tried(sandbox: Sandbox): Promise<string> {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin' };
  const common = { env, timeoutMs: CHECK_MS, graceMs: 0 };
  const escapes = await sandbox.run({ ...common, command: ['/bin/sh', '-c', ESCAPES] });
  const left = await sandbox.processes();
  const dialled = await sandbox.run({
    ...common,
    command: [process.execPath, '-e', DIAL, String(sandbox.layout.ports[0])],
  });
  return complaint(escapes, left, dialled);
}

async function tryNamespaces(): Promise<Isolation> {
  const folder = mkdtempSync(join(tmpdir(), 'measurand-check-'));
  const socket = join(folder, 's');
  let server: Server | undefined;
  try {
    server = await listen(socket);
    const isolation: Isolation = { kind: 'namespaces' };
    await using sandbox = await openSandbox({ folder, isolation, forwards: [{ port: 1, socket }] });
    const wrong = await tried(sandbox);
    return wrong === '' ? isolation : { kind: 'none', reason: wrong };
  } catch (error) {
    if (!(error instanceof MeasurandError)) throw error;
    return { kind: 'none', reason: error.message.split('. measurand doctor')[0] ?? error.message };
  } finally {
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

let known: Promise<Isolation> | undefined;

/**
 * How runs can be kept apart on this machine, found out by trying: orphans are reaped and seen, nothing can be written
 * outside, no network but loopback is there, and a forwarded port leads to its socket. The apparatus is checked so
 * before any harness is blamed. Tried once a process.
 */
export function checkIsolation(): Promise<Isolation> {
  if (process.platform !== 'linux')
    return Promise.resolve({ kind: 'none', reason: 'namespaces are a feature of Linux' });
  known ??= tryNamespaces();
  return known;
}

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** The built program: end-to-end tests never run the source. */
export const PROGRAM = join(ROOT, 'dist/cli/main.js');

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Sent as soon as something stands on standard error. */
  readonly signalWhenReady?: NodeJS.Signals;
}

/** Runs a program to its end. */
export function run(file: string, args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return new Promise((resolveEnded, reject) => {
    const child = spawn(file, args, { cwd: options.cwd ?? ROOT, env: { ...process.env, ...options.env } });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (err === '' && options.signalWhenReady) child.kill(options.signalWhenReady);
      err += text;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => resolveEnded({ code, signal, out, err }));
    child.stdin.on('error', () => undefined);
    if (options.signalWhenReady === undefined) child.stdin.end(options.input ?? '');
  });
}

export function measurand(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return run(process.execPath, [PROGRAM, ...args], options);
}

/** An empty folder that is gone after `using`. */
export function temporaryFolder(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'measurand-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

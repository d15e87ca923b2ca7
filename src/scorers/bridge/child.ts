import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BridgeFailure } from './failure.ts';
import type { Wrapping } from './isolation.ts';
import { LineSplitter, MOST_LINE_BYTES } from './line-splitter.ts';

/** Most bytes of standard error that are kept; the rest is counted and dropped. */
export const MOST_STDERR_BYTES = 2 ** 20;
/** How long the pipes of an ended child may stay open in the hands of a descendant that got away. */
const PIPE_GRACE_MS = 500;

export interface ChildOptions {
  readonly command: readonly string[];
  readonly wrapping: Wrapping;
  /** Variables besides the few that every child has. */
  readonly env: Readonly<Record<string, string>>;
  readonly onLine: (line: Uint8Array) => void;
  readonly onFailure: (failure: BridgeFailure) => void;
}

/** The whole environment of a child: a search path, a home of its own, a locale, and what the target needs. */
function environment(folder: string, extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: folder,
    TMPDIR: folder,
    LANG: 'C.UTF-8',
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONNOUSERSITE: '1',
    PYTHONUTF8: '1',
    ...extra,
  };
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group is gone already.
  }
}

/**
 * One child process of a target in a process group, folder and environment of its own. Lines come out as they are; the
 * first thing that goes wrong is reported once, and then the whole group is killed.
 */
export class BridgeChild {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #splitter = new LineSplitter();
  readonly #options: ChildOptions;
  readonly #stderr: Buffer[] = [];
  #stderrBytes = 0;
  #over = false;
  /** Resolves when nothing of the child is left: process ended, pipes closed, folder removed. */
  readonly ended: Promise<void>;

  constructor(options: ChildOptions) {
    this.#options = options;
    this.#folder = mkdtempSync(join(tmpdir(), 'measurand-bridge-'));
    const [file = '', ...args] = options.wrapping.wrap(options.command);
    this.#child = spawn(file, args, {
      cwd: this.#folder,
      detached: true,
      env: environment(this.#folder, options.env),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.ended = this.#watch();
  }

  /** What the child wrote to standard error, to its cap, and how many bytes that were in all. */
  get stderr(): { readonly text: string; readonly bytes: number } {
    return { text: Buffer.concat(this.#stderr).toString('utf8'), bytes: this.#stderrBytes };
  }

  /** @param message JSON text without a line feed */
  send(message: string): void {
    this.#child.stdin?.write(`${message}\n`);
  }

  /** Closes standard input: a target ends at the end of it. */
  endInput(): void {
    this.#child.stdin?.end();
  }

  /** Kills every process of the group and waits until nothing is left. */
  async kill(): Promise<void> {
    this.#over = true;
    killGroup(this.#child);
    await this.ended;
  }

  #fail(failure: BridgeFailure): void {
    if (this.#over) return;
    this.#over = true;
    killGroup(this.#child);
    this.#options.onFailure(failure);
  }

  #read(chunk: Buffer): void {
    for (const line of this.#splitter.push(chunk)) {
      if (this.#over) return;
      if (line === 'too-long') {
        const what = `a line is longer than ${MOST_LINE_BYTES} bytes`;
        this.#fail(new BridgeFailure('line-too-long', what));
      } else this.#options.onLine(line);
    }
  }

  #keepStderr(chunk: Buffer): void {
    const room = MOST_STDERR_BYTES - this.#stderrBytes;
    this.#stderrBytes += chunk.length;
    if (room > 0) this.#stderr.push(chunk.subarray(0, room));
  }

  #watch(): Promise<void> {
    const child = this.#child;
    child.stdin?.on('error', () => undefined);
    child.stdout?.on('data', (chunk: Buffer) => this.#read(chunk));
    child.stderr?.on('data', (chunk: Buffer) => this.#keepStderr(chunk));
    return new Promise((resolve) => {
      const finish = (failure: BridgeFailure): void => {
        this.#fail(failure);
        rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 });
        resolve();
      };
      child.on('error', (cause) => {
        finish(new BridgeFailure('no-start', `the target could not be started: ${cause.message}`));
      });
      child.on('exit', () => {
        killGroup(child);
        setTimeout(() => {
          child.stdout?.destroy();
          child.stderr?.destroy();
        }, PIPE_GRACE_MS).unref();
      });
      child.on('close', (code, signal) => {
        const how = signal ? `by ${signal}` : `with code ${code}`;
        finish(
          this.#splitter.unfinished
            ? new BridgeFailure('exited-mid-line', `the target ended ${how} in the middle of a line`)
            : new BridgeFailure('exited', `the target ended ${how}${this.#lastWords()}`),
        );
      });
    });
  }

  /** The last line of standard error, which most often says why. */
  #lastWords(): string {
    const last = this.stderr.text.trim().split('\n').at(-1) ?? '';
    return last === '' ? '' : `, saying ${JSON.stringify(last.slice(0, 200))}`;
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { PROGRAM, ROOT } from '../e2e/program.ts';

/** What a program finds in its environment beside what this one has. */
type Variables = Readonly<Record<string, string>>;

/** A started program that may be killed at any time. */
export class Started {
  readonly #child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
  #err = '';

  #out = '';

  constructor(file: string, args: readonly string[], environment: Variables = {}) {
    const env = { ...process.env, ...environment };
    this.#child = spawn(file, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#out += text;
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#err += text;
    });
    this.ended = once(this.#child, 'close').then(([code]) => ({
      code: code as number | null,
      out: this.#out,
      err: this.#err,
    }));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Waits until it has said something on standard error. */
  async ready(): Promise<void> {
    while (this.#err === '' && this.isRunning) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  /** Waits until what it has said on standard output matches. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.#out);
      if (match) return match;
      if (!this.isRunning) throw new Error(`It ended without saying ${pattern}: ${this.#err}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (this.isRunning) this.#child.kill(signal);
    await this.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }
}

/** Starts the built program. */
export function startMeasurand(args: readonly string[], environment: Variables = {}): Started {
  return new Started(process.execPath, [PROGRAM, ...args], environment);
}

export function startWorker(url: string, ...options: readonly string[]): Started {
  return startMeasurand(['worker', '--queue', url, ...options]);
}

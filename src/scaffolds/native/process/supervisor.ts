import { type ChildProcess, spawn } from 'node:child_process';
import { MeasurandError } from '../../../core/errors.ts';
import type { FromSupervisor, ToSupervisor } from './protocol.ts';

type Listener = (message: FromSupervisor) => void;

const STDERR_KEPT = 4096;

/**
 * Our end of the program that supervises a sandbox from inside. Messages arrive in the order in which they were sent.
 */
export class Supervisor {
  readonly #child: ChildProcess;
  readonly #listeners = new Set<Listener>();
  #stderr = '';
  /** Settles when the sandbox is gone, and all of its processes with it. */
  readonly gone: Promise<void>;
  #isGone = false;

  /**
   * @param words the whole command; only PATH is inherited, for the programs that set the sandbox up
   * @param script given on standard input
   */
  constructor([file, ...args]: readonly [string, ...string[]], script = '') {
    this.#child = spawn(file, args, {
      env: { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` },
      stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
      cwd: '/',
      // Ctrl-C at our terminal is ours to act on.
      detached: true,
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_KEPT);
    });
    // A shell that cannot start reads nothing; that it ended says so.
    this.#child.stdin?.on('error', () => undefined);
    this.#child.stdin?.end(script);
    this.#child.on('message', (message) => {
      for (const listener of [...this.#listeners]) listener(message as FromSupervisor);
    });
    this.gone = new Promise((resolve) => {
      const settle = (): void => {
        this.#isGone = true;
        resolve();
      };
      this.#child.on('close', settle);
      this.#child.on('error', (error) => {
        this.#stderr += error.message;
        settle();
      });
    });
  }

  /** Host process id of the sandbox's outermost process. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  tell(message: ToSupervisor): void {
    if (this.#child.connected) this.#child.send(message);
  }

  /** Calls `listener` with every message until the function that it gives is called. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Sends a message and waits for the first answer of a kind.
   *
   * @throws MeasurandError `sandbox-failed` when the supervisor says that it failed, or has gone
   */
  async ask<T extends FromSupervisor['type']>(
    type: T,
    message?: ToSupervisor,
  ): Promise<Extract<FromSupervisor, { type: T }>> {
    let stop = (): unknown => undefined;
    const answer = new Promise<Extract<FromSupervisor, { type: T }>>((resolve, reject) => {
      stop = this.listen((said) => {
        if (said.type === type) resolve(said as Extract<FromSupervisor, { type: T }>);
        else if (said.type === 'failed') reject(this.failure(said.what));
      });
      void this.gone.then(() => reject(this.failure('its supervisor ended')));
    });
    if (message) this.tell(message);
    try {
      return await answer;
    } finally {
      stop();
    }
  }

  failure(what: string): MeasurandError {
    const said = this.#stderr.trim();
    return new MeasurandError('sandbox-failed', `the sandbox failed: ${what}${said ? ` (${said})` : ''}`, {
      kind: 'apparatus',
      next: 'measurand doctor shows what this machine permits',
    });
  }

  /** Ends the sandbox: at once where namespaces hold it, else after its processes have been found and killed. */
  async end(hard: boolean): Promise<void> {
    if (hard) this.#child.kill('SIGKILL');
    else this.tell({ type: 'end' });
    await this.gone;
  }
}

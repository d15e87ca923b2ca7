import type { JsonObject } from '../../core/json.ts';
import { BridgeFailure } from './failure.ts';
import type { Wrapping } from './isolation.ts';
import type { BridgeMethod } from './messages.ts';
import { BridgeSession, type Params, type Reply } from './session.ts';

/** Longest waits by method, in milliseconds. */
export type BridgeTimeouts = Readonly<Record<BridgeMethod, number>>;

export const BRIDGE_TIMEOUTS: BridgeTimeouts = {
  hello: 60_000,
  list_tasks: 30_000,
  truth: 30_000,
  perturb: 30_000,
  score: 10_000,
  ownership: 60_000,
  replay_parse: 600_000,
  grade: 60_000,
  leak: 600_000,
  episode: 1_800_000,
  shutdown: 2000,
};

/** Restarts in a row after which a target is given up. */
export const MOST_RESTARTS = 3;

export interface SupervisorOptions {
  readonly command: readonly string[];
  readonly wrapping: Wrapping;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeouts?: Partial<BridgeTimeouts>;
  /** Milliseconds that the whole target may take. @default 30 minutes */
  readonly cap?: number;
  readonly signal?: AbortSignal;
}

const HALF_AN_HOUR = 30 * 60 * 1000;

/**
 * Keeps a target alive. A request that fails because its child died, hung or broke the protocol is sent once more to a
 * fresh child; failing again it is given up, and the next request starts anew. Three restarts in a row without an
 * answer between them, or the cap on the whole target, end the target: every further request fails at once.
 */
export class BridgeSupervisor {
  readonly #options: SupervisorOptions;
  readonly #timeouts: BridgeTimeouts;
  readonly #deadline: number;
  #session: BridgeSession | undefined;
  #env: Readonly<Record<string, string>>;
  #restartsInRow = 0;
  #ended: BridgeFailure | undefined;
  /** Failures that were met, in order, those that a resend mended included. */
  readonly failures: { readonly method: BridgeMethod; readonly fault: string; readonly message: string }[] =
    [];
  restarts = 0;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#env = options.env ?? {};
    this.#timeouts = { ...BRIDGE_TIMEOUTS, ...options.timeouts };
    this.#deadline = performance.now() + (options.cap ?? HALF_AN_HOUR);
  }

  /** Why no further request will be answered, once that is so. */
  get aborted(): BridgeFailure | undefined {
    return this.#ended;
  }

  get stderr(): { readonly text: string; readonly bytes: number } {
    return this.#session?.stderr ?? { text: '', bytes: 0 };
  }

  /** @throws BridgeFailure after the second failure of the same request, or when the target was given up */
  async request(method: BridgeMethod, params: Params): Promise<Reply> {
    try {
      return await this.#once(method, params);
    } catch (error) {
      if (!(error instanceof BridgeFailure) || this.#ended) throw error;
      return this.#once(method, params);
    }
  }

  /**
   * A fresh child for whatever is asked next; no failure, so it counts as no restart.
   *
   * @param env variables that this and every later child has besides
   */
  async renew(env: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#env = { ...this.#env, ...env };
    const session = this.#session;
    this.#session = undefined;
    await session?.close(this.#timeouts.shutdown);
  }

  /** Ends the target; nothing of it is left running. */
  async close(): Promise<void> {
    await this.renew();
    this.#ended ??= new BridgeFailure('aborted', 'the target was closed');
  }

  async #once(method: BridgeMethod, params: Params): Promise<Reply> {
    if (this.#ended) throw this.#ended;
    this.#options.signal?.throwIfAborted();
    const left = this.#deadline - performance.now();
    if (left <= 0) {
      await this.#end(new BridgeFailure('target-cap', 'the target used up the time that it was given'));
    }
    try {
      const session = await this.#ready(method);
      const reply = await session.request(
        method,
        params,
        Math.min(this.#timeouts[method], Math.max(1, left)),
      );
      this.#restartsInRow = 0;
      return reply;
    } catch (error) {
      if (error instanceof BridgeFailure) await this.#failed(method, error);
      throw error;
    }
  }

  /** The running child, or a fresh one that has answered `hello`, unless that is what is asked. */
  async #ready(method: BridgeMethod): Promise<BridgeSession> {
    if (this.#session) return this.#session;
    const { command, wrapping } = this.#options;
    const session = new BridgeSession({ command, wrapping, env: this.#env });
    this.#session = session;
    if (method !== 'hello') await session.request('hello', HELLO, this.#timeouts.hello);
    return session;
  }

  async #failed(method: BridgeMethod, failure: BridgeFailure): Promise<void> {
    this.failures.push({ method, fault: failure.fault, message: failure.message });
    const session = this.#session;
    this.#session = undefined;
    await session?.kill();
    if (this.#ended) return;
    this.#restartsInRow += 1;
    this.restarts += 1;
    if (failure.fault === 'no-start' || this.#restartsInRow >= MOST_RESTARTS) {
      await this.#end(
        new BridgeFailure(
          'aborted',
          `the target was given up after ${this.#restartsInRow} failures in a row; the last: ${failure.message}`,
        ),
      ).catch(() => undefined);
    }
  }

  async #end(failure: BridgeFailure): Promise<never> {
    const session = this.#session;
    this.#session = undefined;
    this.#ended = failure;
    await session?.kill();
    throw failure;
  }
}

/** What every child is greeted with. */
export const HELLO: JsonObject = { protocol: '1.0', client: 'measurand', seed_policy: 'fixed' };

import type { Model } from '../core/contracts/index.ts';
import { around } from '../models/around.ts';

interface Queue {
  inFlight: number;
  readonly waiting: (() => void)[];
}

/** Lets so many requests at once through to each provider, first come, first served. */
export class ProviderGate {
  readonly #limit: number;
  readonly #queues = new Map<string, Queue>();

  /** @param limit requests in flight for each key, at least 1 */
  constructor(limit: number) {
    if (!(Number.isSafeInteger(limit) && limit >= 1)) throw new RangeError(`${limit} lets nothing through`);
    this.#limit = limit;
  }

  /** Runs the work when there is room. Rejects with the reason of the signal when it is aborted before that. */
  async run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(key) ?? { inFlight: 0, waiting: [] };
    this.#queues.set(key, queue);
    await this.#enter(queue, signal);
    try {
      return await work();
    } finally {
      const next = queue.waiting.shift();
      // The place goes on to the next, so that nobody slips in between.
      if (next) next();
      else queue.inFlight -= 1;
    }
  }

  #enter(queue: Queue, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (queue.inFlight < this.#limit) {
      queue.inFlight += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        queue.waiting.splice(queue.waiting.indexOf(enter), 1);
        reject(signal.reason as Error);
      };
      queue.waiting.push(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}

/** A model that asks only when its provider has room. */
export function gated(model: Model, gate: ProviderGate, key: string): Model {
  return around(model, (view, signal) => gate.run(key, signal, () => model.decide(view, signal)));
}

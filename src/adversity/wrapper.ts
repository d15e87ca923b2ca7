import type { EnvironmentAdapter } from './adapter.ts';
import { type Intent, isFault } from './perturbation.ts';
import type { AdversaryPolicy } from './policy.ts';
import type { Schedule } from './schedule.ts';
import { stepStream } from './stream.ts';

/** One line of the wrapper's trace. */
export interface AdversityStep {
  /** 1 for the first request. */
  readonly step: number;
  /** Successes before the request. */
  readonly successes: number;
  /** Intensity that the request met, in [0, 1]. */
  readonly intensity: number;
  readonly intents: readonly Intent[];
  readonly success: boolean;
}

export interface AdversaryParts<Request, Answer> {
  readonly seed: number;
  readonly schedule: Schedule;
  readonly policy: AdversaryPolicy;
  readonly adapter: EnvironmentAdapter<Request, Answer>;
}

/**
 * Puts an adversary between an agent and one episode of an environment. What it does follows from the seed, the number
 * of requests and the number of successes, and from nothing else about the agent: equal requests meet equal trouble,
 * whoever makes them.
 *
 * The policy and the adapter each draw from a generator of their own on the step's seed, so neither can shift what the
 * other draws.
 */
export class AdversarialWrapper<Request, Answer> {
  readonly #parts: AdversaryParts<Request, Answer>;
  readonly #trace: AdversityStep[] = [];
  #successes = 0;
  #peak = -1;

  constructor(parts: AdversaryParts<Request, Answer>) {
    this.#parts = parts;
  }

  /** Answers one request and appends what befell it to the trace. */
  request(request: Request): Answer {
    const { seed, schedule, policy, adapter } = this.#parts;
    const step = this.#trace.length + 1;
    const successes = this.#successes;
    const intensity = schedule.intensity({ successes, total: adapter.total });
    const open = () => stepStream(seed, step);
    const intents = policy.intend({ intensity, peak: this.#peak }, open());
    this.#peak = Math.max(this.#peak, intensity);
    const perturbation = { intensity, intents };
    const answer = adapter.realise(request, perturbation, open);
    const success = !isFault(perturbation) && adapter.isSuccess(answer);
    if (success) this.#successes += 1;
    this.#trace.push({ step, successes, intensity, intents, success });
    return answer;
  }

  /** What befell each request so far, in order. */
  trace(): readonly AdversityStep[] {
    return this.#trace.slice();
  }
}

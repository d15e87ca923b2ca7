import type { UsagePayload } from '../payload.ts';
import type { TokenCount } from '../trace.ts';

/** Adds up the usage of responses, each key once. A key that comes back with other figures replaces what it said. */
export class TokenSum {
  readonly #responses = new Map<string, UsagePayload>();
  #naiveInput = 0;
  #naiveOutput = 0;

  /** Whether this is the first time that the key is met. */
  add(usage: Omit<UsagePayload, 'counted'>): boolean {
    if (usage.scope !== 'response' && usage.scope !== 'step') return false;
    this.#naiveInput += usage.input ?? 0;
    this.#naiveOutput += usage.output ?? 0;
    if (usage.scope === 'step') return false;
    const fresh = !this.#responses.has(usage.key);
    this.#responses.set(usage.key, { ...usage, counted: fresh });
    return fresh;
  }

  total(rule: string): TokenCount {
    let input = 0;
    let output = 0;
    let cached = 0;
    for (const usage of this.#responses.values()) {
      input += usage.input ?? 0;
      output += usage.output ?? 0;
      cached += usage.cached ?? 0;
    }
    const naive = { input: this.#naiveInput, output: this.#naiveOutput };
    return { responses: this.#responses.size, input, output, cached, naive, rule };
  }
}

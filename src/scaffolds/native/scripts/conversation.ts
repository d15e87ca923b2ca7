import { byCodePoint } from '../../../core/canonical.ts';
import type { RequestView, ShownResult } from '../../../trace/wire/request-view.ts';
import type { Conversation } from './script.ts';

/** The id that a call gets, a function of its key alone: whoever reads a request needs no table to know it again. */
export function callIdOf(key: string): string {
  return `call_${key}`;
}

/**
 * Reads the results of keyed moves back from requests. Keys that share one id get its results in the order of the
 * request; results with ids that no key has are nobody's.
 */
export class KeyedResults {
  readonly #keysById = new Map<string, string[]>();
  readonly #visits = new Map<string, number>();
  readonly #wireId: (id: string) => string;

  constructor(wireId: (id: string) => string) {
    this.#wireId = wireId;
  }

  /** Remembers that `key` was called under `id`. Asked again, it stays once. */
  issued(key: string, id: string): void {
    const wire = this.#wireId(id);
    const keys = this.#keysById.get(wire) ?? [];
    if (!keys.includes(key)) this.#keysById.set(wire, [...keys, key]);
  }

  read(view: RequestView): ReadonlyMap<string, ShownResult> {
    const taken = new Map<string, number>();
    const results = new Map<string, ShownResult>();
    for (const result of view.results) {
      const id = this.#keysById.has(result.callId) ? result.callId : this.#wireId(result.callId);
      const at = taken.get(id) ?? 0;
      const key = this.#keysById.get(id)?.[at];
      if (key === undefined) continue;
      taken.set(id, at + 1);
      results.set(key, result);
    }
    return results;
  }

  /** The conversation that `script` sees in this request; counts requests that stand at the same point. */
  conversation(script: string, view: RequestView): Conversation {
    const results = this.read(view);
    const prompts = view.messages.filter(({ role }) => role === 'user').length;
    const point = JSON.stringify([script, prompts, [...results.keys()].sort(byCodePoint)]);
    const attempt = this.#visits.get(point) ?? 0;
    this.#visits.set(point, attempt + 1);
    return { results, attempt, view };
  }
}

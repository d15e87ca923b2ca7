import { digestOf, sha256 } from '../../core/digest.ts';
import type { JsonValue } from '../../core/json.ts';
import type { RequestView } from '../../trace/wire/request-view.ts';
import type { WireRequest } from '../contracts.ts';

/** What a request must have in common with a recorded one to get its reply. */
export type ReplayMatch = 'exact' | 'conversation';

/** Numbers ids in the order in which a request first names them, so that generated ids do not matter. */
class IdMap {
  readonly #seen = new Map<string, number>();

  of(id: string): number {
    const known = this.#seen.get(id);
    if (known !== undefined) return known;
    this.#seen.set(id, this.#seen.size);
    return this.#seen.size - 1;
  }
}

/** All that the model is shown, with ids numbered; what else the body holds, such as session ids, is left out. */
function shownKey(view: RequestView): JsonValue {
  const ids = new IdMap();
  return {
    model: view.model,
    system: view.system,
    tools: view.tools.map(({ name, namespace, description }) => [namespace ?? '', name, description]),
    messages: view.messages.map(({ role, text, calls, results }) => ({
      role,
      text,
      calls: calls.map(({ id, name, args }) => [ids.of(id), name, args]),
      results: results.map(({ callId, text: result }) => [ids.of(callId), result]),
    })),
  };
}

/** What the model itself said and did so far, and which calls have results. */
function ownKey(view: RequestView): JsonValue {
  const ids = new IdMap();
  return {
    tools: view.tools.map(({ name, namespace }) => [namespace ?? '', name]),
    said: view.messages
      .filter(({ role }) => role === 'assistant')
      .flatMap(({ text, calls }) => [
        ...(text === '' ? [] : [text]),
        ...calls.map(({ id, name, args }) => [ids.of(id), name, args]),
      ]),
    answered: view.results.map(({ callId }) => ids.of(callId)),
  };
}

/** Keys under which a request may be found, the strictest first. */
export function replayKeys(
  request: Omit<WireRequest, 'headers' | 'arrival'>,
  match: ReplayMatch,
): readonly string[] {
  const { protocol, operation, role, body, view, path } = request;
  const place = `${protocol}:${operation}`;
  const bytes = `bytes:${place}:${path}:${body === null ? '' : sha256(body)}`;
  if (view === undefined) return [bytes];
  const keys = [bytes, `shown:${place}:${view.stream}:${digestOf(shownKey(view))}`];
  if (match === 'exact') return keys;
  return [...keys, `conversation:${place}:${view.stream}:${role}:${digestOf(ownKey(view))}`];
}

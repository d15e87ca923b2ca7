import { canonicalJson } from '../../../core/canonical.ts';
import type { ToolCall } from '../../../core/contracts/index.ts';
import { isJsonObject, type JsonValue } from '../../../core/json.ts';

/** A call of the model to a tool of the task, and what became of it. */
export interface AskedCall {
  readonly id: string;
  readonly tool: string;
  readonly args: JsonValue;
  /** Whether the service has received it. */
  reached: boolean;
  /** The last answer of the service to it, as JSON. */
  answer: string | undefined;
}

const keyOf = (tool: string, args: JsonValue): string => `${tool} ${canonicalJson(args)}`;

const pageIn = (args: JsonValue): JsonValue | undefined => (isJsonObject(args) ? args['page'] : undefined);

/** What the model asked for, against what the service received: a call belongs to the first asking that it equals. */
export class AskedCalls {
  readonly #calls: AskedCall[] = [];

  ask({ id, name, args }: ToolCall): void {
    this.#calls.push({ id, tool: name, args, reached: false, answer: undefined });
  }

  /** The asking that a call of the service stands for; undefined when nobody asked for it. */
  receive(tool: string, args: JsonValue): AskedCall | undefined {
    const key = keyOf(tool, args);
    const asked = this.#calls.find((call) => !call.reached && keyOf(call.tool, call.args) === key);
    if (asked) asked.reached = true;
    return asked;
  }

  /** The last asking that equals a call: what a harness that calls again answers. */
  latest(tool: string, args: JsonValue): AskedCall | undefined {
    const key = keyOf(tool, args);
    return this.#calls.findLast((call) => call.reached && keyOf(call.tool, call.args) === key);
  }

  find(wanted: (call: AskedCall) => boolean): AskedCall | undefined {
    return this.#calls.find(wanted);
  }

  /** How many were asked so far: a point in time. */
  get count(): number {
    return this.#calls.length;
  }

  /** Askings that never reached the service, from a point in time on. */
  lost(since = 0): readonly AskedCall[] {
    return this.#calls.slice(since).filter(({ reached }) => !reached);
  }

  lostPage(page: number, since: number): boolean {
    return this.lost(since).some(({ tool, args }) => tool === 'fetch_page' && pageIn(args) === page);
  }
}

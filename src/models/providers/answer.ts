import type { ModelMove, TokenUsage, ToolCall } from '../../core/contracts/index.ts';
import { isJsonObject, type JsonValue } from '../../core/json.ts';

/** An answer that cannot be read as one; becomes `answer-unreadable` or `stream-cut`. */
export class UnreadableAnswer extends Error {}

function holdsInfinity(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsInfinity);
}

/**
 * The arguments of a call as they were sent: an object when the text is JSON of one, else the text itself. Nothing is
 * completed or repaired, so the tool sees what the model wrote and refuses it.
 */
export function argumentsOf(text: string): JsonValue {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) && !holdsInfinity(value) ? value : text;
  } catch {
    return text;
  }
}

const count = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

/** Gathers a move. What is unusual becomes a remark; what was not said stays absent. */
export class MoveBuilder {
  readonly #calls: ToolCall[] = [];
  readonly #remarks = new Set<string>();
  #text = '';
  #stop: ModelMove['stop'] | undefined;
  #usage: TokenUsage | undefined;

  readonly #prefix: string;

  /** @param prefix begins the ids of calls that the provider gave none; the same view gives the same ids */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  say(text: string): void {
    this.#text += text;
  }

  remark(remark: string): void {
    this.#remarks.add(remark);
  }

  call(call: {
    readonly id?: unknown;
    readonly name: unknown;
    readonly args: JsonValue;
    readonly carry?: JsonValue;
  }): void {
    const { id, name, args, carry } = call;
    if (typeof name !== 'string') throw new UnreadableAnswer('a call names no tool');
    if (!isJsonObject(args))
      this.remark(`the arguments of ${name} are no JSON object and are kept as the text they are`);
    const given = typeof id === 'string' && id !== '' ? id : `${this.#prefix}${this.#calls.length}`;
    this.#calls.push({ id: given, name, args, ...(carry === undefined ? {} : { carry }) });
  }

  end(stop: ModelMove['stop'], remark?: string): void {
    this.#stop = stop;
    if (remark !== undefined) this.remark(remark);
  }

  /** Both counts or none: half a bill is no bill. */
  used(input: unknown, output: unknown): void {
    const [sent, received] = [count(input), count(output)];
    if (sent !== undefined && received !== undefined) this.#usage = { input: sent, output: received };
    else if (input !== undefined && input !== null)
      this.remark('the usage is no pair of counts and is left out');
  }

  get ended(): boolean {
    return this.#stop !== undefined;
  }

  /** @throws UnreadableAnswer when nothing said that the answer had ended */
  move(): ModelMove {
    if (this.#stop === undefined) throw new UnreadableAnswer('it does not say that it has ended');
    const remarks = [...this.#remarks];
    return {
      text: this.#text,
      calls: this.#calls,
      stop: this.#stop,
      ...(this.#usage === undefined ? {} : { usage: this.#usage }),
      ...(remarks.length === 0 ? {} : { remarks }),
    };
  }
}

/** Ids made here are not sent back where a provider knows only its own. */
export const MADE_ID = 'made-';

/** Begins the ids of calls without one in the answer to a view of so many messages. */
export function madeIds(messages: number): string {
  return `${MADE_ID}${messages}-`;
}

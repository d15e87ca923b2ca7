import type { JsonObject, JsonValue } from '../../core/json.ts';
import { BridgeChild, type ChildOptions } from './child.ts';
import { BridgeFailure } from './failure.ts';
import { type BridgeErrorReply, type BridgeMethod, Line } from './messages.ts';
import { objectText, RawJson, rawMember } from './raw-json.ts';

/** What a target answered: never an exception, since an error reply is an answer too. */
export type Reply =
  | {
      readonly ok: JsonObject;
      /** The submission in the answer, as it was written. */
      readonly submission: RawJson | undefined;
    }
  | { readonly error: BridgeErrorReply };

/** Members of a request. A submission may be raw. */
export type Params = Readonly<Record<string, JsonValue | RawJson>>;

interface Waiting {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (failure: BridgeFailure) => void;
  readonly timer: NodeJS.Timeout;
}

const DECODER = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Uint8Array): string {
  try {
    return DECODER.decode(bytes);
  } catch {
    throw new BridgeFailure('not-utf8', 'a line is not UTF-8');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BridgeFailure('not-json', `a line is not JSON: ${JSON.stringify(text.slice(0, 80))}`);
  }
}

function readLine(bytes: Uint8Array): { readonly id: number; readonly reply: Reply } {
  const text = decode(bytes);
  const read = Line.safeParse(parse(text));
  if (!read.success) {
    throw new BridgeFailure('not-a-reply', 'a line has no integer id with either ok or a known error');
  }
  const { id } = read.data;
  return 'ok' in read.data
    ? { id, reply: { ok: read.data.ok, submission: rawMember(text, ['ok', 'submission']) } }
    : { id, reply: { error: read.data.error } };
}

/**
 * Requests and replies of one child, matched by id in whatever order they come. The first breach of the protocol, a
 * request out of time included, ends the session: every open request fails with it, and the child is killed.
 */
export class BridgeSession {
  readonly #child: BridgeChild;
  readonly #waiting = new Map<number, Waiting>();
  #next = 1;
  #failure: BridgeFailure | undefined;

  constructor(options: Omit<ChildOptions, 'onLine' | 'onFailure'>) {
    this.#child = new BridgeChild({
      ...options,
      onLine: (line) => this.#take(line),
      onFailure: (failure) => this.#fail(failure),
    });
  }

  get stderr(): { readonly text: string; readonly bytes: number } {
    return this.#child.stderr;
  }

  /**
   * Asks and waits for the answer.
   *
   * @param milliseconds after which the child is killed
   * @throws BridgeFailure
   */
  request(method: BridgeMethod, params: Params, milliseconds: number): Promise<Reply> {
    if (this.#failure) return Promise.reject(this.#failure);
    const id = this.#next;
    this.#next += 1;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#fail(new BridgeFailure('timeout', `${method} took longer than ${milliseconds} ms`));
      }, milliseconds);
      this.#waiting.set(id, { resolve, reject, timer });
      this.#child.send(objectText({ id, method, params: new RawJson(objectText(params)) }));
    });
  }

  /** Sends a line that need not be a request; no answer is awaited. */
  sendLine(text: string): void {
    this.#child.send(text);
  }

  /**
   * Whether the child ends of itself within the time, once its input ends or, with `shutdown`, once it is told to.
   */
  async endsItself(how: 'end-of-input' | 'shutdown', milliseconds: number): Promise<boolean> {
    if (how === 'shutdown') await this.request('shutdown', {}, milliseconds).catch(() => undefined);
    else this.#child.endInput();
    const late = new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(false), milliseconds).unref();
    });
    return Promise.race([this.#child.ended.then(() => true), late]);
  }

  /** Says goodbye, waits a moment for the child to go of itself, and kills what is left. */
  async close(milliseconds: number): Promise<void> {
    if (!this.#failure) {
      await this.request('shutdown', {}, milliseconds).catch(() => undefined);
    }
    await this.kill();
  }

  async kill(): Promise<void> {
    this.#fail(new BridgeFailure('exited', 'the session was closed'));
    await this.#child.kill();
  }

  #take(line: Uint8Array): void {
    try {
      const { id, reply } = readLine(line);
      const waiting = this.#waiting.get(id);
      if (!waiting) throw new BridgeFailure('unknown-id', `a reply names the id ${id}, which is not open`);
      this.#waiting.delete(id);
      clearTimeout(waiting.timer);
      waiting.resolve(reply);
    } catch (error) {
      this.#fail(error as BridgeFailure);
    }
  }

  #fail(failure: BridgeFailure): void {
    if (this.#failure) return;
    this.#failure = failure;
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(failure);
    }
    this.#waiting.clear();
    void this.#child.kill();
  }
}

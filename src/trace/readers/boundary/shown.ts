import { digestOf } from '../../../core/digest.ts';
import type { JsonValue } from '../../../core/json.ts';
import type { EventFacts, TraceBuilder } from '../../building/builder.ts';
import type { ShownCall, ShownMessage, ShownResult } from '../../wire/request-view.ts';
import { known } from '../fields.ts';
import { repairOf, withTextFacts } from '../results.ts';

interface AskedCall {
  readonly id?: string;
  readonly name: string;
  readonly args: string;
  readonly record: number;
}

/** What one request shows, as far as its source keeps it. */
interface ShownRequest {
  readonly protocol?: string;
  readonly path?: string;
  readonly model: string;
  readonly system: string;
  readonly messages: readonly ShownMessage[];
  readonly tools: readonly { readonly name: string; readonly description?: string }[];
  /** Absent where the source does not keep it. */
  readonly body?: JsonValue;
}

const MARK = '…[elided ';

/** Arguments compare as JSON, however they are written. */
function argsDigest(args: JsonValue): string {
  if (typeof args !== 'string') return digestOf(args);
  try {
    return digestOf(JSON.parse(args) as JsonValue);
  } catch {
    return digestOf(args);
  }
}

/**
 * Tells what each request shows for the first time: requests repeat the whole conversation, and what was told of it is
 * not told again. A result that comes back with another text is told, and reported.
 */
export class ShownConversation {
  readonly #builder: TraceBuilder;
  readonly #messages = new Map<string, number>();
  readonly #calls = new Set<string>();
  readonly #results = new Map<string, string>();
  readonly #asked: AskedCall[] = [];
  readonly #systems = new Map<string, string>();
  readonly #digests = new WeakMap<object, string>();
  #tools = '';

  constructor(builder: TraceBuilder) {
    this.#builder = builder;
  }

  request(view: ShownRequest, role: string, facts: EventFacts): void {
    const system = digestOf(view.system);
    const { body } = view;
    const whole = body !== undefined && !JSON.stringify(body).includes(MARK);
    this.#builder.emit(
      {
        kind: 'request',
        ...known('protocol', view.protocol),
        ...known('path', view.path),
        model: view.model,
        role,
        messages: view.messages.length,
        ...(whole ? { body: digestOf(body) } : {}),
        ...(system === this.#systems.get(role) ? {} : { system: view.system }),
      },
      facts,
    );
    this.#systems.set(role, system);
    this.tools(view.tools, facts);
    const counts = new Map<string, number>();
    for (const message of view.messages) this.#message(message, role, counts, facts);
    for (const [digest, count] of counts)
      this.#messages.set(digest, Math.max(count, this.#messages.get(digest) ?? 0));
  }

  /** Declarations are told where they changed. */
  tools(tools: readonly { readonly name: string; readonly description?: string }[], facts: EventFacts): void {
    const named = tools.map(({ name, description }) => ({ name, ...known('description', description) }));
    const digest = digestOf(named);
    if (named.length === 0 || digest === this.#tools) return;
    this.#tools = digest;
    this.#builder.emit({ kind: 'declarations', tools: named }, facts);
  }

  /** Of an object that several requests may share, worked out once. */
  #digest(of: object, compute: () => string): string {
    const before = this.#digests.get(of);
    if (before !== undefined) return before;
    const digest = compute();
    this.#digests.set(of, digest);
    return digest;
  }

  #message(message: ShownMessage, scope: string, counts: Map<string, number>, facts: EventFacts): void {
    const { role, text, parts = [], reasoning } = message;
    if (role !== 'system' && (text !== '' || parts.length > 0)) {
      const digest = `${scope}\u0000${this.#digest(message, () => digestOf([role, text]))}`;
      const count = (counts.get(digest) ?? 0) + 1;
      counts.set(digest, count);
      if (count > (this.#messages.get(digest) ?? 0))
        this.#builder.emit({ kind: 'message', role, text, parts, ...known('reasoning', reasoning) }, facts);
    }
    for (const call of message.calls) this.#call(call, facts);
    for (const result of message.results) this.#result(result, facts);
  }

  #call(call: ShownCall, facts: EventFacts): void {
    const key = this.#digest(call, () => `${call.id}\u0000${call.name}\u0000${argsDigest(call.args)}`);
    if (this.#calls.has(key)) return;
    this.#calls.add(key);
    this.#answered(call);
    const { id, name, namespace, args } = call;
    this.#builder.emit(
      { kind: 'call', name, ...known('namespace', namespace), args },
      { ...facts, native: { ...facts.native, call: id } },
    );
  }

  /** The call of an earlier reply that this is: by its id, or, where the log has none, by name and arguments. */
  #answered({ id, name, args }: ShownCall): void {
    const digest = argsDigest(args);
    const same = (call: AskedCall): boolean =>
      call.id === undefined ? call.name === name && call.args === digest : call.id === id;
    const at = this.#asked.findIndex(same);
    if (at >= 0) this.#asked.splice(at, 1);
  }

  #result(result: ShownResult, facts: EventFacts): void {
    const before = this.#results.get(result.callId);
    const digest = this.#digest(result, () => digestOf(result.text));
    if (before === digest) return;
    this.#results.set(result.callId, digest);
    const { payload, inferred } = withTextFacts({
      kind: 'result',
      ...known('name', result.name),
      text: result.text,
      parts: result.parts,
      ...known('isError', result.isError),
    });
    if (before !== undefined)
      this.#builder.problem(
        'history-rewritten',
        `the result of ${result.callId} is shown with another text than before`,
        this.#builder.record,
      );
    this.#builder.emit(payload, {
      ...facts,
      native: { ...facts.native, call: result.callId },
      inferred,
      ...known('synthetic', repairOf(result.text)),
    });
  }

  /** What the model answered. Its calls are looked for in the requests that follow. */
  reply(
    text: string | undefined,
    stop: string | undefined,
    calls: readonly { id?: string; name: string; args: JsonValue }[],
    facts: EventFacts,
  ): void {
    for (const { id, name, args } of calls)
      this.#asked.push({ ...known('id', id), name, args: argsDigest(args), record: this.#builder.record });
    this.#builder.emit({ kind: 'response', ...known('text', text), calls, ...known('stop', stop) }, facts);
  }

  /** Calls that no later request shows had no result that the model could see. */
  finish(): void {
    for (const { id, name, record } of this.#asked)
      this.#builder.lone(record, id ?? `${name} (no id, record ${record})`);
  }
}

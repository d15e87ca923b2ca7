import type { JsonValue } from '../../core/json.ts';
import type { WireProtocol } from '../../trace/wire/request-view.ts';
import type { Reply, ReplyCall } from '../contracts.ts';

export interface SettledCall {
  readonly id: string;
  readonly name: string;
  readonly namespace?: string;
  readonly kind: 'function' | 'custom';
  readonly args: JsonValue;
  /** The bytes that go out as the arguments. */
  readonly raw: string;
  /** Whether `raw` is not the JSON of `args`. */
  readonly replaced: boolean;
}

/** Tokens. `input` counts cached ones too. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cached: number;
}

/** A reply in which nothing is left to chance: every id, count and reason stands. */
export interface SettledReply {
  readonly id: string;
  readonly model: string;
  readonly reasoning: string;
  readonly text: string;
  readonly calls: readonly SettledCall[];
  readonly stop: 'end' | 'calls' | 'length';
  readonly usage: Usage;
}

/** Numbers replies and calls of one gateway; no two calls that it names have the same id. */
export class ReplyIds {
  #calls = 0;

  call(protocol: WireProtocol): string {
    this.#calls += 1;
    return `${CALL_PREFIX[protocol]}${String(this.#calls).padStart(6, '0')}`;
  }
}

const CALL_PREFIX: Readonly<Record<WireProtocol, string>> = {
  'anthropic-messages': 'toolu_',
  'openai-responses': 'call_',
  'openai-chat': 'call_',
  gemini: 'fc_',
};

const REPLY_PREFIX: Readonly<Record<WireProtocol, string>> = {
  'anthropic-messages': 'msg_',
  'openai-responses': 'resp_',
  'openai-chat': 'chatcmpl-',
  gemini: 'reply-',
};

const BYTES_PER_TOKEN = 4;

/** What the gateway counts where nobody says: four bytes a token, rounded up. An estimate, and recorded as one. */
export const tokensOfBytes = (bytes: number): number => Math.ceil(bytes / BYTES_PER_TOKEN);

function rawArguments({ args, rawArgs, kind }: ReplyCall): string {
  if (rawArgs !== undefined) return rawArgs;
  return kind === 'custom' && typeof args === 'string' ? args : JSON.stringify(args);
}

function settleCall(call: ReplyCall, protocol: WireProtocol, ids: ReplyIds): SettledCall {
  return {
    id: call.id ?? ids.call(protocol),
    name: call.name,
    ...(call.namespace === undefined ? {} : { namespace: call.namespace }),
    kind: call.kind ?? 'function',
    args: call.args,
    raw: rawArguments(call),
    replaced: call.rawArgs !== undefined,
  };
}

interface SettleContext {
  readonly protocol: WireProtocol;
  readonly model: string;
  readonly arrival: number;
  readonly requestBytes: number;
  readonly ids: ReplyIds;
}

/** Fills in what a reply leaves open. */
export function settle(reply: Reply, context: SettleContext): SettledReply {
  const { protocol, model, arrival, requestBytes, ids } = context;
  const calls = (reply.calls ?? []).map((call) => settleCall(call, protocol, ids));
  const text = reply.text ?? '';
  const reasoning = reply.reasoning ?? '';
  const spoken = [text, reasoning, ...calls.flatMap(({ name, raw }) => [name, raw])];
  const usage = reply.usage ?? {
    input: tokensOfBytes(requestBytes),
    output: tokensOfBytes(spoken.reduce((sum, each) => sum + Buffer.byteLength(each), 0)),
  };
  return {
    id: `${REPLY_PREFIX[protocol]}${String(arrival).padStart(6, '0')}`,
    model,
    reasoning,
    text,
    calls,
    stop: reply.stop ?? (calls.length > 0 ? 'calls' : 'end'),
    usage: { cached: 0, ...usage },
  };
}

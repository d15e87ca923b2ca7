import type { JsonValue } from '../core/json.ts';
import type { RequestRole } from '../trace/wire/boundary-record.ts';
import type { RequestView, WireProtocol } from '../trace/wire/request-view.ts';
import type { WireOperation } from '../trace/wire/route.ts';

export type { RequestRole } from '../trace/wire/boundary-record.ts';

/** Says what a request is for. Adapters of harnesses give it; undefined means unclassified, and that fails loudly. */
export type RequestClassifier = (view: RequestView) => RequestRole | undefined;

/** A request with its role and its place in the order of arrival, from 0. */
export interface ClassifiedRequest {
  readonly arrival: number;
  readonly role: RequestRole;
  readonly view: RequestView;
}

export interface ReplyCall {
  /** @default a fresh id in the style of the protocol, from a counter */
  readonly id?: string;
  readonly name: string;
  readonly namespace?: string;
  /** `custom`: `args` is the free text. @default 'function' */
  readonly kind?: 'function' | 'custom';
  readonly args: JsonValue;
  /** Sent in place of the JSON of `args`, to the byte: malformed arguments on purpose. */
  readonly rawArgs?: string;
}

/**
 * Something that goes wrong on the wire, as data. Of several, delays come first, then a status, which ends the matter;
 * a hang beside a cut is silence after the cut, and alone it is silence from the start.
 */
export type WireFault =
  | {
      readonly type: 'status';
      readonly status: number;
      readonly message: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly type: 'delay'; readonly milliseconds: number }
  | { readonly type: 'hang' }
  /** The connection ends after so many bytes of the body, or right after the last complete tool call. */
  | { readonly type: 'cut'; readonly after: number | 'call' };

/** What the model answers. */
export interface Reply {
  readonly text?: string;
  readonly reasoning?: string;
  readonly calls?: readonly ReplyCall[];
  /** @default 'calls' when there are calls, else 'end' */
  readonly stop?: 'end' | 'calls' | 'length';
  /** `input` counts cached tokens too. @default estimated from the bytes of both bodies, and recorded as estimated */
  readonly usage?: { readonly input: number; readonly output: number; readonly cached?: number };
  readonly faults?: readonly WireFault[];
}

/** A request in the bytes in which it goes to the model: for back ends that pass bytes through. */
export interface WireRequest {
  /** As in the boundary log. */
  readonly arrival: number;
  readonly protocol: WireProtocol;
  readonly operation: WireOperation;
  readonly role: RequestRole;
  readonly method: string;
  /** With its query, less the key. */
  readonly path: string;
  /** Headers that a provider may need to see: versions and opt-ins, no secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** After interventions; null for a request without a body. */
  readonly body: Uint8Array | null;
  /** Undefined for a list of models. */
  readonly view?: RequestView;
}

/** An answer in the bytes that a harness gets. */
export interface WireReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** The body that an upstream was asked with, where that is not the one handed in. */
  readonly asked?: Uint8Array;
}

/** An upstream's answer that is an error: told to the harness in its own protocol. */
export interface UpstreamError {
  readonly status: number;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A reply and what is to be recorded of how it came about. */
export interface SourcedReply {
  readonly reply: Reply | UpstreamError;
  /** The request as a real upstream of another protocol was asked it. */
  readonly asked: Uint8Array;
  /** What that upstream answered, to the byte. */
  readonly answered: Uint8Array;
  /** What the translation could not carry over, one sentence each. */
  readonly losses: readonly string[];
}

/** Where replies come from: a script, a recording, or a real upstream. */
export interface GatewayBackend {
  readonly id: string;
  /** What must never be recorded, such as the key of an upstream. */
  readonly secrets?: readonly string[];
  reply(request: ClassifiedRequest, signal: AbortSignal): Promise<Reply>;
  /** Answers in bytes; undefined leaves the request to the other two. Asked first, for counts and model lists too. */
  pass?(request: WireRequest, signal: AbortSignal): Promise<WireReply | undefined>;
  /** As `reply`, with what is to be recorded beside it. Asked before `reply`. */
  readonly sourced?: ((request: ClassifiedRequest, signal: AbortSignal) => Promise<SourcedReply>) | undefined;
}

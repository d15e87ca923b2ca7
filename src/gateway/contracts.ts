import type { JsonValue } from '../core/json.ts';
import type { RequestRole } from '../trace/wire/boundary-record.ts';
import type { RequestView } from '../trace/wire/request-view.ts';

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

/** Something that goes wrong on the wire, as data. */
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
  /** @default counted from the bytes of the request and the reply, and said so in the record */
  readonly usage?: { readonly input: number; readonly output: number; readonly cached?: number };
  readonly faults?: readonly WireFault[];
}

/** Where replies come from: a script, a recording, or a real upstream. */
export interface GatewayBackend {
  readonly id: string;
  reply(request: ClassifiedRequest, signal: AbortSignal): Promise<Reply>;
}

import type { JsonObject, JsonValue } from '../../core/json.ts';

/** The four protocols in which agent programs ask models. */
export type WireProtocol = 'anthropic-messages' | 'openai-responses' | 'openai-chat' | 'gemini';

/** Where something stands in a request body: keys and indices from its root. */
export type BodyPath = readonly (string | number)[];

/** A tool as the harness declared it to the model. */
export interface DeclaredTool {
  readonly name: string;
  /** The group that the protocol puts the tool into, where it has such. */
  readonly namespace?: string;
  readonly description: string;
  /** `custom` takes free text instead of JSON; `hosted` is executed by the provider. */
  readonly kind: 'function' | 'custom' | 'hosted';
  /** JSON Schema of the arguments; null where the declaration has none. */
  readonly inputSchema: JsonObject | null;
  /** Declared, but kept from the model until a tool search names it. */
  readonly deferred?: true;
  readonly at?: BodyPath;
}

/** A call in the history that a request carries. */
export interface ShownCall {
  readonly id: string;
  readonly name: string;
  readonly namespace?: string;
  /** As the request holds them: text stays text. */
  readonly args: JsonValue;
}

/** A tool result as a request shows it to the model. */
export interface ShownResult {
  readonly callId: string;
  /** Absent where the protocol does not repeat it. */
  readonly name?: string;
  /** All text of the result: its text parts, one to a line. */
  readonly text: string;
  /** Absent where the protocol has no such flag: unknown, which is not false. */
  readonly isError?: boolean;
  readonly parts: readonly ShownPart[];
  /** Of the block, item or message that holds the result. */
  readonly at?: BodyPath;
}

/** A part that is not text, such as an image. */
export interface ShownPart {
  /** As the protocol calls it. */
  readonly kind: string;
  /** Of the decoded data where the part holds data, else of the part's JSON. */
  readonly bytes: number;
}

/** One message of a request, in the order of the request. A message may hold text, calls and results together. */
export interface ShownMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly text: string;
  readonly calls: readonly ShownCall[];
  readonly results: readonly ShownResult[];
  /** Thoughts of earlier turns that the request carries in clear. */
  readonly reasoning?: string;
  /** Parts of the message itself that are not text. */
  readonly parts?: readonly ShownPart[];
}

/** What one request shows the model, the same for every protocol. The body as it came stands beside it. */
export interface RequestView {
  readonly protocol: WireProtocol;
  /** The path of the request, without query. */
  readonly path: string;
  readonly model: string;
  readonly stream: boolean;
  /** System text, whichever field carries it. */
  readonly system: string;
  readonly messages: readonly ShownMessage[];
  /** Every result in `messages`, in order. */
  readonly results: readonly ShownResult[];
  readonly tools: readonly DeclaredTool[];
  readonly body: JsonValue;
}

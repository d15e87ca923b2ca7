import type { JsonValue } from '../json.ts';
import type { ToolDeclaration } from './task.ts';

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** What the model sent. Text that is no JSON object stays the text that it is, so that the tool refuses it. */
  readonly args: JsonValue;
  /** Opaque data of a provider that goes back to it with the call, such as a thought signature. No tool sees it. */
  readonly carry?: JsonValue;
}

/** What the model was really shown. A tool result is text: what a scaffold cut away is not in it. */
export type Message =
  | { readonly role: 'system' | 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly ToolCall[] }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly name: string;
      readonly text: string;
      readonly isError: boolean;
    };

/** Everything a model may decide from. The same view gives the same move for every model without a provider. */
export interface ModelView {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDeclaration[];
  /** When present, the model must answer with exactly one of these words as its text. */
  readonly choices?: readonly string[];
  /** Tokens that one reply may hold. */
  readonly outputTokens?: number;
}

export interface TokenUsage {
  readonly input: number;
  readonly output: number;
}

export interface ModelMove {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** `length`: the reply ran into the output-token limit. */
  readonly stop: 'end' | 'length';
  /** Absent when the source does not say. */
  readonly usage?: TokenUsage;
  /** What the boundary noticed about the answer: arguments that are no JSON, a key taken out, an unusual ending. */
  readonly remarks?: readonly string[];
}

export type ModelKind = 'provider' | 'local' | 'replay' | 'scripted' | 'policy' | 'archetype';

/** Whatever decides. A model never retries, truncates or repairs on its own. */
export interface Model {
  readonly id: string;
  readonly kind: ModelKind;
  /** Its replies are held to `outputTokens` where they are made, in its own tokens, so nobody else estimates them. */
  readonly holdsLimit?: true;
  decide(view: ModelView, signal: AbortSignal): Promise<ModelMove>;
}

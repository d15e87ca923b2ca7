import type { DeclaredTool, ShownMessage } from './request-view.ts';

/** What each protocol's decoder reads off a body; the rest of a view follows from it. */
export interface Draft {
  readonly model: string;
  readonly stream: boolean;
  /** Text of fields of their own; system messages are found among `messages`. */
  readonly system: readonly string[];
  readonly messages: readonly ShownMessage[];
  readonly tools: readonly DeclaredTool[];
}

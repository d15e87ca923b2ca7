import type { ModelView } from '../../core/contracts/index.ts';
import { digestOf } from '../../core/digest.ts';
import type { JsonValue } from '../../core/json.ts';

/** What a model decided from, in 64 characters. Equal views, equal digests. */
export function viewDigest({ messages, tools, choices, outputTokens }: ModelView): string {
  const view = {
    messages,
    tools,
    ...(choices === undefined ? {} : { choices }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
  };
  return digestOf(view as unknown as JsonValue);
}

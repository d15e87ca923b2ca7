import type { WireProtocol } from '../../trace/wire/request-view.ts';

/** The answer to a request for a count of tokens. */
export function countBody(protocol: WireProtocol, tokens: number): string {
  if (protocol === 'gemini') return JSON.stringify({ totalTokens: tokens });
  if (protocol === 'anthropic-messages') return JSON.stringify({ input_tokens: tokens });
  return JSON.stringify({ object: 'response.input_tokens', input_tokens: tokens });
}

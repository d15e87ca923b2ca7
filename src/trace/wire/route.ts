import type { WireProtocol } from './request-view.ts';

/** What a path asks for: an answer, a count of tokens, or which models there are. */
export type WireOperation = 'generate' | 'count' | 'models';

export interface WireRoute {
  /** Absent for a list of models: three of the protocols share its path. */
  readonly protocol?: WireProtocol;
  readonly operation: WireOperation;
}

const SUFFIXES: readonly (readonly [string, WireRoute])[] = [
  ['/messages/count_tokens', { protocol: 'anthropic-messages', operation: 'count' }],
  ['/messages', { protocol: 'anthropic-messages', operation: 'generate' }],
  ['/responses/input_tokens', { protocol: 'openai-responses', operation: 'count' }],
  ['/responses', { protocol: 'openai-responses', operation: 'generate' }],
  ['/chat/completions', { protocol: 'openai-chat', operation: 'generate' }],
  [':generateContent', { protocol: 'gemini', operation: 'generate' }],
  [':streamGenerateContent', { protocol: 'gemini', operation: 'generate' }],
  [':countTokens', { protocol: 'gemini', operation: 'count' }],
  ['/models', { operation: 'models' }],
];

/** A path without its query. */
export const withoutQuery = (path: string): string => path.split('?', 1)[0] as string;

/** What a path asks for, by its ending: whatever stands before it, `/v1` or not, is the caller's own. */
export function routeOf(path: string): WireRoute | undefined {
  const plain = withoutQuery(path);
  return SUFFIXES.find(([suffix]) => plain.endsWith(suffix))?.[1];
}

/** The protocol of a request's path, or undefined where the path belongs to none or to several. */
export const protocolOf = (path: string): WireProtocol | undefined => routeOf(path)?.protocol;

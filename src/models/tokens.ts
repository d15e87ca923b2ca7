import type { ToolCall } from '../core/contracts/index.ts';
import { isJsonObject, type JsonValue } from '../core/json.ts';

/** What the paper says that one record costs to emit (Section A.6). */
export const TOKENS_PER_ROW = 54;

/** Mean length of a served record of T1 and T2 with its line end, in the release's spelling. */
const CHARACTERS_PER_ROW = 186;

/**
 * Output tokens that a text counts for: its length in UTF-16 units, scaled so that an average record costs the paper's
 * 54 tokens, rounded up. No tokenizer is consulted, so the same text costs the same for every model.
 */
export function estimateTokens(text: string): number {
  return tokensOfLength(text.length);
}

function tokensOfLength(characters: number): number {
  return Math.ceil((characters * TOKENS_PER_ROW) / CHARACTERS_PER_ROW);
}

/** Longest text that an estimate of `tokens` allows, in UTF-16 units. */
export function charactersWithin(tokens: number): number {
  return Math.max(0, Math.floor((tokens * CHARACTERS_PER_ROW) / TOKENS_PER_ROW));
}

const lengthOf = (value: JsonValue): number =>
  typeof value === 'string' ? value.length : JSON.stringify(value).length;

/** Output tokens of one tool call: its name, and names and values of its arguments; a text counts without its escapes. */
export function callTokens({ name, args }: Pick<ToolCall, 'name' | 'args'>): number {
  let characters = name.length;
  if (isJsonObject(args)) {
    for (const [key, value] of Object.entries(args)) characters += key.length + lengthOf(value);
  } else characters += lengthOf(args);
  return tokensOfLength(characters);
}

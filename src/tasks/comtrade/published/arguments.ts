import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';

const INTEGER_TEXT = /^\s*[+-]?[0-9]+\s*$/;

/**
 * An integer as it reaches the release's endpoint, where arguments travel as query text: integers, and texts of one.
 * Anything else (1.5, true, null, a list, an integer past 2^53) has no such form.
 */
export function releaseInteger(value: JsonValue): number | undefined {
  const number = typeof value === 'string' && INTEGER_TEXT.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
}

/** The arguments of a call that a tool can take, or why it cannot: then the tool never runs. */
export type ArgumentCheck =
  | { readonly args: JsonObject; readonly problem?: never }
  | { readonly problem: string; readonly args?: never };

/** Null stands for no arguments. An argument that the tool does not have is refused, as the release's tool layer does. */
export function checkArguments(args: JsonValue, names: readonly string[]): ArgumentCheck {
  if (args === null || args === undefined) return { args: {} };
  if (!isJsonObject(args)) return { problem: 'The arguments of a tool are an object' };
  const unknown = Object.keys(args).find((name) => !names.includes(name));
  if (unknown === undefined) return { args };
  return { problem: `There is no argument ${JSON.stringify(unknown.slice(0, 80))}` };
}

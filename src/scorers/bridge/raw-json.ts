import type { JsonValue } from '../../core/json.ts';

/**
 * A JSON value as its text. A submission passes through the core as the text that it came in: parsed and written
 * again, `5.0` would become `5`, which a scorer in another language may grade otherwise.
 */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  static of(value: JsonValue): RawJson {
    return new RawJson(JSON.stringify(value));
  }

  /** The value as JavaScript reads it. */
  get value(): JsonValue {
    return JSON.parse(this.text) as JsonValue;
  }
}

const SPACE = /\s/;

function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && SPACE.test(text.charAt(at))) at += 1;
  return at;
}

function afterString(text: string, from: number): number {
  let at = from + 1;
  while (text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
  return at + 1;
}

/** Where the bracket that opens here is closed. */
function afterBracket(text: string, from: number): number {
  let depth = 0;
  let at = from;
  do {
    const character = text.charAt(at);
    if (character === '{' || character === '[') depth += 1;
    if (character === '}' || character === ']') depth -= 1;
    at = character === '"' ? afterString(text, at) : at + 1;
  } while (depth > 0);
  return at;
}

/** Where the value that starts here ends. The text is known to be JSON. */
function afterValue(text: string, from: number): number {
  const first = text.charAt(from);
  if (first === '"') return afterString(text, from);
  if (first === '{' || first === '[') return afterBracket(text, from);
  const length = text.slice(from).search(/[,}\]\s]/);
  return length < 0 ? text.length : from + length;
}

/** The text of one member of an object; the last, when the name stands there twice, as `JSON.parse` has it. */
function member(text: string, name: string): string | undefined {
  let found: string | undefined;
  let at = afterSpace(text, 0);
  if (text.charAt(at) !== '{') return undefined;
  at = afterSpace(text, at + 1);
  while (text.charAt(at) === '"') {
    const keyEnd = afterString(text, at);
    const key: unknown = JSON.parse(text.slice(at, keyEnd));
    const start = afterSpace(text, afterSpace(text, keyEnd) + 1);
    const end = afterValue(text, start);
    if (key === name) found = text.slice(start, end).trim();
    at = afterSpace(text, end);
    if (text.charAt(at) === ',') at = afterSpace(text, at + 1);
  }
  return found;
}

/** The text of the value at a path of member names, in a text that is known to be JSON. */
export function rawMember(text: string, path: readonly string[]): RawJson | undefined {
  let part: string | undefined = text;
  for (const name of path) part = part === undefined ? undefined : member(part, name);
  return part === undefined ? undefined : new RawJson(part);
}

/** JSON text of an object whose members may be raw. */
export function objectText(members: Readonly<Record<string, JsonValue | RawJson>>): string {
  const parts = Object.entries(members).map(
    ([name, value]) =>
      `${JSON.stringify(name)}:${value instanceof RawJson ? value.text : JSON.stringify(value)}`,
  );
  return `{${parts.join(',')}}`;
}

import type { ModelMove } from '../../core/contracts/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';

const OPENING = '<tool_call>';
const CLOSING = '</tool_call>';

/** White space as Python's regular expressions know it. */
function isSpace(character: string | undefined): boolean {
  if (character === undefined) return false;
  const code = character.charCodeAt(0);
  return (code >= 0x1c && code <= 0x1f) || code === 0x85 || (code !== 0xfeff && /\s/.test(character));
}

/** A tool call as the model wrote it. `name` and `args` are whatever JSON stood there. */
export interface WrittenCall {
  readonly name: JsonValue;
  readonly args: JsonValue;
}

export interface TaggedCalls {
  /** Calls written in the text, well-formed or not. */
  readonly count: number;
  /** The last of them; absent when there is none, or when it is not JSON. */
  readonly last?: WrittenCall;
}

/**
 * What the scaffold takes for the model's output: the text, and the calls of its structured list as if it had written
 * their tags. A tag left open, as when generation stops at the closing one, is closed.
 */
export function outputText({ text, calls }: ModelMove): string {
  const tags = calls.map(
    ({ name, args }) => `${OPENING}${JSON.stringify({ name, arguments: args })}${CLOSING}`,
  );
  const output = [text, ...tags].filter((part) => part !== '').join(' ');
  return output.includes(OPENING) && !output.includes(CLOSING) ? output + CLOSING : output;
}

/**
 * The calls in an output: an opening tag, an object, a closing tag, with white space between. Only the last one counts,
 * and it is not looked for further back when it is broken. Takes time linear in the text.
 */
export function taggedCalls(output: string): TaggedCalls {
  let count = 0;
  let body: string | undefined;
  let at = 0;
  for (;;) {
    const brace = openingBrace(output, at);
    if (brace === undefined) break;
    const end = closingEnd(output, brace);
    if (end === undefined) break;
    count += 1;
    body = output.slice(brace, end.brace + 1);
    at = end.after;
  }
  const last = body === undefined ? undefined : readCall(body);
  return last ? { count, last } : { count };
}

function openingBrace(output: string, from: number): number | undefined {
  for (let tag = output.indexOf(OPENING, from); tag >= 0; tag = output.indexOf(OPENING, tag + 1)) {
    let at = tag + OPENING.length;
    while (isSpace(output[at])) at += 1;
    if (output[at] === '{') return at;
  }
  return undefined;
}

function closingEnd(output: string, brace: number): { brace: number; after: number } | undefined {
  for (let tag = output.indexOf(CLOSING, brace); tag >= 0; tag = output.indexOf(CLOSING, tag + 1)) {
    let at = tag - 1;
    while (at > brace && isSpace(output[at])) at -= 1;
    if (at > brace && output[at] === '}') return { brace: at, after: tag + CLOSING.length };
  }
  return undefined;
}

function readCall(body: string): WrittenCall | undefined {
  let call: JsonObject;
  try {
    call = JSON.parse(body) as JsonObject;
  } catch {
    return undefined;
  }
  if (!isJsonObject(call)) return undefined;
  const { name = '', arguments: args = {} } = call;
  return { name, args };
}

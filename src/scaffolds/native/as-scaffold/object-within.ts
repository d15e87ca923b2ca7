import { isJsonObject, type JsonValue } from '../../../core/json.ts';

/** A string of JSON in one piece, or a brace; what stands between needs no look. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}]/gs;

/** Where the object that begins at `start` ends; undefined when it does not. */
function endOf(text: string, start: number): number | undefined {
  TOKEN.lastIndex = start;
  let depth = 0;
  for (let token = TOKEN.exec(text); token; token = TOKEN.exec(text)) {
    if (token[0] === '{') depth += 1;
    if (token[0] === '}') depth -= 1;
    if (depth === 0) return TOKEN.lastIndex;
  }
  return undefined;
}

function isObjectText(text: string): boolean {
  try {
    return isJsonObject(JSON.parse(text) as JsonValue);
  } catch {
    return false;
  }
}

/**
 * The first whole JSON object in a result around which a harness put words of its own. The text as it is where there is
 * none, as in a result that was cut: an object within the cut one is not the answer.
 */
export function objectWithin(text: string): string {
  for (let start = text.indexOf('{'); start >= 0; ) {
    const end = endOf(text, start);
    if (end === undefined) return text;
    const object = text.slice(start, end);
    if (isObjectText(object)) return object;
    start = text.indexOf('{', end);
  }
  return text;
}

import { floatRepr } from './float.ts';
import { isDict, PythonFloat, type PythonValue } from './value.ts';

const PLAIN = /^[ -&(-[\]-~]*$/;
/** What `repr` escapes: the backslash, and all that `str.isprintable` denies, which is everything but the space in C and Z. */
const ESCAPED = /\\|(?! )[\p{C}\p{Z}]/gu;
const NAMED: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeOf(character: string): string {
  const named = NAMED[character];
  if (named !== undefined) return named;
  const code = character.codePointAt(0) as number;
  const hex = code.toString(16);
  if (code <= 0xff) return `\\x${hex.padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

function stringRepr(text: string): string {
  if (PLAIN.test(text)) return `'${text}'`;
  const body = text.replace(ESCAPED, escapeOf);
  if (!body.includes("'")) return `'${body}'`;
  return body.includes('"') ? `'${body.replaceAll("'", "\\'")}'` : `"${body}"`;
}

/** `repr(value)`. Which characters are printable follows the Unicode version of this Node, not Python's. */
export function repr(value: PythonValue): string {
  if (typeof value === 'string') return stringRepr(value);
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (value instanceof PythonFloat) return floatRepr(value.value);
  if (isDict(value)) {
    const members: string[] = [];
    for (const [key, item] of value) members.push(`${stringRepr(key)}: ${repr(item)}`);
    return `{${members.join(', ')}}`;
  }
  return `[${value.map(repr).join(', ')}]`;
}

/** `str(value)`, which is also what an f-string puts in: a text as it is, all else as `repr`. */
export function str(value: PythonValue): string {
  return typeof value === 'string' ? value : repr(value);
}

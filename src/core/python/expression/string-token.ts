import { PythonError } from '../errors.ts';
import type { Reading } from './tokens.ts';

const SIMPLE: Readonly<Record<string, string>> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
const ESCAPE = /\\(?:([0-7]{1,3})|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))/gsu;
const MUST_BE_WHOLE = 'xuU';
const LAST = 0x10_ff_ff;

const fault = (message: string): PythonError => new PythonError('SyntaxError', message);

function character(code: number): string {
  if (code > LAST) throw fault('illegal Unicode character');
  return String.fromCodePoint(code);
}

/** What the escapes of a text stand for; an unknown one stays as it is. Undefined for a character by its name. */
function decoded(body: string): string | undefined {
  let isNamed = false;
  const text = body.replace(ESCAPE, (whole, octal, x, u, wide, other: string | undefined) => {
    if (octal !== undefined) return character(Number.parseInt(octal, 8));
    const hex = x ?? u ?? wide;
    if (hex !== undefined) return character(Number.parseInt(hex, 16));
    if (MUST_BE_WHOLE.includes(other as string)) throw fault('truncated escape');
    isNamed ||= other === 'N';
    return SIMPLE[other as string] ?? whole;
  });
  return isNamed ? undefined : text;
}

/** Where the closing quote stands. A text between single quotes ends before a line does. */
function closingQuote(source: string, from: number, quote: string): number {
  for (let at = from; at < source.length; at += 1) {
    if (source.startsWith(quote, at)) return at;
    if (source[at] === '\\') at += 1;
    else if (source[at] === '\n' && quote.length === 1) break;
  }
  throw fault('unterminated string literal');
}

/**
 * The text that starts at `from`. Bytes and formatted texts are read to their end and left open.
 *
 * @param start the prefix with the first quote
 * @throws PythonError `SyntaxError`
 */
export function readString(source: string, from: number, start: string): Reading {
  const mark = start.slice(-1);
  const first = from + start.length - 1;
  const quote = source.startsWith(mark.repeat(3), first) ? mark.repeat(3) : mark;
  const close = closingQuote(source, first + quote.length, quote);
  const end = close + quote.length;
  const prefix = start.slice(0, -1).toLowerCase();
  const body = source.slice(first + quote.length, close);
  const value = prefix.includes('r') ? body : decoded(body);
  if (prefix.includes('b') || prefix.includes('f') || value === undefined) {
    return { token: { kind: 'opaque', text: prefix.includes('b') ? 'bytes' : 'a formatted text' }, end };
  }
  return { token: { kind: 'value', text: 'text', value }, end };
}

import { PythonError } from './errors.ts';
import { parseInteger } from './integer.ts';
import { repr } from './str.ts';
import { SPACES } from './text.ts';

const ASCII = /^[\0-\x7f]*$/;
const ASCII_EDGES = /^[\t-\r ]+|[\t-\r ]+$/g;
const SPACE = new RegExp(`[${SPACES}]`, 'g');
const DIGIT = /\p{Nd}/u;
const DIGITS = /(?![0-9])\p{Nd}/gu;
const FLOAT = /^[-+]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:[eE][-+]?\d+(?:_\d+)*)?$/;
const WORD = /^([-+]?)(inf|infinity|nan)$/i;
const INTEGER = /^[-+]?\d+(?:_\d+)*$/;
const LONGEST_SHOWN = 200;

/** Decimal digits of any script stand in runs from zero on; the longest run of several holds fifty. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) as number;
  let first = code;
  while (code - first < 50 && DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

/** The text as Python's number readers see it: other scripts' digits become ASCII, and outside ASCII any space a blank. */
function asAscii(text: string): string {
  const plain = ASCII.test(text) ? text : text.replace(SPACE, toBlank).replace(DIGITS, digitValue);
  return plain.replace(ASCII_EDGES, '');
}

/** Within ASCII, U+001C to U+001F are left: the readers do not skip them. */
const toBlank = (space: string): string => (space < '\x7f' ? space : ' ');

/** `float(text)`, or undefined where Python raises `ValueError`. */
export function floatOf(text: string): number | undefined {
  const plain = asAscii(text);
  const word = WORD.exec(plain);
  if (!word) return FLOAT.test(plain) ? Number(plain.replaceAll('_', '')) : undefined;
  const size = word[2]?.toLowerCase() === 'nan' ? Number.NaN : Number.POSITIVE_INFINITY;
  return word[1] === '-' ? -size : size;
}

/**
 * `float(text)`: digits of any script, single underscores between digits, `inf`, `infinity` and `nan` in any case, white
 * space around; no hexadecimal. Too large a number is an infinity.
 *
 * @throws PythonError `ValueError`
 */
export function parseFloatText(text: string): number {
  const value = floatOf(text);
  if (value !== undefined) return value;
  throw new PythonError(
    'ValueError',
    `could not convert string to float: ${repr(text.slice(0, LONGEST_SHOWN))}`,
  );
}

/**
 * `int(text)` in base ten, read as `float(text)` is.
 *
 * @throws PythonError `ValueError`
 */
export function parseIntText(text: string): number | bigint {
  const plain = asAscii(text);
  if (!INTEGER.test(plain)) {
    throw new PythonError('ValueError', `invalid literal for int() with base 10: ${repr(text)}`);
  }
  return parseInteger(plain.replaceAll('_', '').replace('+', ''));
}

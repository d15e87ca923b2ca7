import { PythonError } from '../errors.ts';
import { parseInteger } from '../integer.ts';
import { PythonFloat } from '../value.ts';
import type { Reading, Token } from './tokens.ts';

const RADIX = /0(?:[xX](?:_?[0-9a-fA-F])+|[oO](?:_?[0-7])+|[bB](?:_?[01])+)/y;
const FLOAT =
  /(?:[0-9](?:_?[0-9])*)?\.(?:[0-9](?:_?[0-9])*)?(?:[eE][-+]?[0-9](?:_?[0-9])*)?|[0-9](?:_?[0-9])*[eE][-+]?[0-9](?:_?[0-9])*/y;
const DECIMAL = /[0-9](?:_?[0-9])*/y;
const IMAGINARY = /[jJ]/y;
const NAME_CHARACTER = /[\p{XID_Continue}]/uy;
/** Words that may stand right behind a number. */
const WORD = /(?:and|else|for|if|in|is|not|or)/y;
const ZEROS = /^[0_]+$/;

const invalid = (): PythonError => new PythonError('SyntaxError', 'invalid decimal literal');

function lengthAt(pattern: RegExp, source: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(source)?.[0].length ?? 0;
}

function decimal(digits: string): number | bigint {
  if (digits.length > 1 && digits.startsWith('0') && !ZEROS.test(digits)) throw invalid();
  try {
    return parseInteger(digits.replaceAll('_', ''));
  } catch {
    throw new PythonError('SyntaxError', 'Exceeds the limit for integer string conversion');
  }
}

const small = (value: bigint): number | bigint =>
  Number.isSafeInteger(Number(value)) ? Number(value) : value;

function tokenOf(source: string, from: number): { readonly token: Token; readonly end: number } {
  const radix = lengthAt(RADIX, source, from);
  if (radix > 0) {
    const value = small(BigInt(source.slice(from, from + radix).replaceAll('_', '')));
    return { token: { kind: 'value', text: '', value }, end: from + radix };
  }
  const float = lengthAt(FLOAT, source, from);
  const end = from + (float || lengthAt(DECIMAL, source, from));
  const text = source.slice(from, end);
  if (lengthAt(IMAGINARY, source, end) > 0) {
    return { token: { kind: 'opaque', text: 'a complex number' }, end: end + 1 };
  }
  const value = float > 0 ? new PythonFloat(Number(text.replaceAll('_', ''))) : decimal(text);
  return { token: { kind: 'value', text: '', value }, end };
}

/**
 * The number that starts at `from`.
 *
 * @throws PythonError `SyntaxError` for leading zeros, and where the number runs into a name
 */
export function readNumber(source: string, from: number): Reading {
  const reading = tokenOf(source, from);
  const { end } = reading;
  if (lengthAt(NAME_CHARACTER, source, end) > 0 && lengthAt(WORD, source, end) === 0) throw invalid();
  return reading;
}

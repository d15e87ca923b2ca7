import { PythonError } from './errors.ts';

/** Digits that Python converts to an integer before it refuses. */
const LONGEST = 4300;

/**
 * `int(text)` of decimal digits, with a minus sign or without.
 *
 * @returns a bigint past the safe integers
 * @throws PythonError `ValueError` for more than 4,300 digits
 */
export function parseInteger(text: string): number | bigint {
  const digits = text.length - (text.startsWith('-') ? 1 : 0);
  if (digits > LONGEST) {
    throw new PythonError(
      'ValueError',
      `Exceeds the limit (${LONGEST} digits) for integer string conversion: value has ${digits} digits; use sys.set_int_max_str_digits() to increase the limit`,
    );
  }
  const value = Number(text);
  return Number.isSafeInteger(value) ? value + 0 : BigInt(text);
}

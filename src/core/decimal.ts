import { MeasurandError } from './errors.ts';

const MOST_PLACES = 100;
/** From here on every double is an integer that `toFixed` would write with an exponent. */
const EXPONENT_FROM = 1e21;

/** `toFixed` rounds exact halves away from zero; a double is an exact half at `places` just when this is odd. */
function isExactHalf(magnitude: number, places: number): boolean {
  const doubled = magnitude * 2 ** (places + 1);
  return Number.isInteger(doubled) && doubled % 2 === 1;
}

function digitsOf(magnitude: number, places: number): string {
  if (magnitude >= EXPONENT_FROM) {
    return `${BigInt(magnitude)}${places > 0 ? `.${'0'.repeat(places)}` : ''}`;
  }
  const away = magnitude.toFixed(places);
  const last = away.charCodeAt(away.length - 1) - 48;
  return last % 2 === 1 && isExactHalf(magnitude, places) ? `${away.slice(0, -1)}${last - 1}` : away;
}

function write(value: number, places: number, plus: '+' | ''): string {
  if (!Number.isFinite(value)) throw new MeasurandError('non-finite', `cannot write ${value} as a decimal`);
  if (!Number.isInteger(places) || places < 0 || places > MOST_PLACES) {
    throw new RangeError(`The places must be an integer from 0 to ${MOST_PLACES}, not ${places}`);
  }
  const digits = digitsOf(Math.abs(value), places);
  return `${value < 0 && /[1-9]/.test(digits) ? '-' : plus}${digits}`;
}

/**
 * The decimal nearest to the exact binary value, with `places` digits after the point: 4.335 gives 4.33, since the
 * double lies below it. Exact halves go to the even digit (0.125 gives 0.12), and zero never carries a minus sign
 * (statistics specification §1).
 *
 * @param places an integer in [0, 100]
 * @throws MeasurandError `non-finite` for NaN or an infinity
 * @throws RangeError for places outside the range
 */
export function formatDecimal(value: number, places: number): string {
  return write(value, places, '');
}

/** As `formatDecimal`, with a plus sign before everything that is not written with a minus: +0.087, -0.014, +0.000. */
export function formatSignedDecimal(value: number, places: number): string {
  return write(value, places, '+');
}

/**
 * `digits` significant digits without trailing zeros, as the paper's per-seed table prints them: 0.8, 0.0288714.
 *
 * @param digits an integer in [1, 17]
 * @throws MeasurandError `non-finite` for NaN or an infinity
 * @throws RangeError for digits outside the range
 */
export function formatSignificant(value: number, digits: number): string {
  if (!Number.isFinite(value)) throw new MeasurandError('non-finite', `cannot write ${value} as a decimal`);
  if (!Number.isInteger(digits) || digits < 1 || digits > 17) {
    throw new RangeError(`The digits must be an integer from 1 to 17, not ${digits}`);
  }
  return String(Number(value.toPrecision(digits)) + 0);
}

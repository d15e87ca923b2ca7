import { formatDecimal } from '../../core/decimal.ts';
import type { ReproducedNumber } from './types.ts';

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

const noted = (note: string | undefined): { note?: string } => (note === undefined ? {} : { note });

/** Digits after the point of a printed decimal. */
function placesOf(printed: string): number {
  const point = printed.indexOf('.');
  return point < 0 ? 0 : printed.length - point - 1;
}

/** A printed decimal without what carries no value: a plus sign, a missing leading zero, the minus of a zero. */
function plain(printed: string): string {
  const digits = printed.replace(/^[+-]/, '').replace(/^\./, '0.');
  return printed.startsWith('-') && /[1-9]/.test(digits) ? `-${digits}` : digits;
}

/**
 * Compares a printed decimal with a recomputed value at the printed precision.
 *
 * @param twin the same printed number as the data file also states it in binary; must agree
 */
export function compared(
  name: string,
  printed: string,
  value: number,
  options: { readonly twin?: number; readonly note?: string } = {},
): ReproducedNumber {
  const { twin, note } = options;
  const text = printed.trim();
  if (!DECIMAL.test(text)) {
    const recomputed = String(value);
    return { name, printed, recomputed, status: 'mismatch', note: 'what is printed is no decimal' };
  }
  const recomputed = formatDecimal(value, placesOf(text));
  if (twin !== undefined && Number(text) !== twin) {
    return { name, printed, recomputed, status: 'mismatch', note: `the data also state it as ${twin}` };
  }
  return {
    name,
    printed,
    recomputed,
    status: plain(text) === recomputed ? 'exact' : 'mismatch',
    ...noted(note),
  };
}

/** Compares words, fractions and lists letter by letter. */
export function comparedText(
  name: string,
  printed: string,
  recomputed: string,
  note?: string,
): ReproducedNumber {
  return { name, printed, recomputed, status: printed === recomputed ? 'exact' : 'mismatch', ...noted(note) };
}

/** An agreement that verifies nothing, because the number's own raw data are not printed. */
export function consistent(number: ReproducedNumber, note: string): ReproducedNumber {
  return number.status === 'exact' ? { ...number, status: 'consistent', note } : number;
}

/** A recomputed value of which the paper prints no digits. */
export function unprinted(name: string, recomputed: string, note?: string): ReproducedNumber {
  return { name, printed: null, recomputed, status: 'unprinted', ...noted(note) };
}

/**
 * A printed value whose raw data are not printed, with the reason.
 *
 * @param options.beside what a model of it gives, for comparison only
 * @param options.twin the same printed number as the data file also states it in binary; must agree
 */
export function notRecomputable(
  name: string,
  printed: string,
  reason: string,
  options: { readonly beside?: string; readonly twin?: number } = {},
): ReproducedNumber {
  const { beside = null, twin } = options;
  if (twin !== undefined && Number(printed) !== twin) {
    const note = 'the data state it twice and not alike';
    return { name, printed, recomputed: String(twin), status: 'mismatch', note };
  }
  return { name, printed, recomputed: beside, status: 'not-recomputable', note: reason };
}

/** Checks of the data files against themselves: no reproduction, so they are listed only where they fail. */
export function onlyMismatches(numbers: readonly ReproducedNumber[]): readonly ReproducedNumber[] {
  return numbers.filter(({ status }) => status === 'mismatch');
}

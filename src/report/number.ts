import { formatDecimal, formatSignedDecimal, formatSignificant } from '../core/decimal.ts';
import type { ColumnFormat } from './document.ts';

/** Shown where there is no value. */
export const NO_VALUE = '–';

/** Fixed places, as every sentence of the audit writes them. Throws on a number that is not finite. */
export const fixed = formatDecimal;

/** As `fixed`, with a plus sign on what is not negative. */
export const signed = formatSignedDecimal;

/** The smallest p-value that is written out; smaller ones are bounded, never shown as zero. */
const LEAST_P = 0.0001;

export function pValue(value: number): string {
  return value < LEAST_P ? `< ${LEAST_P}` : fixed(value, 4);
}

/** An interval with its bounds. */
export function interval(lo: number, hi: number, places: number): string {
  return `[${fixed(lo, places)}, ${fixed(hi, places)}]`;
}

/** A table cell in its column's format. */
export function cell(value: string | number | null, format: ColumnFormat): string {
  if (value === null) return NO_VALUE;
  if (typeof value === 'string') return value;
  const [kind, places = '0'] = format.split(':');
  if (kind === 'signed') return signed(value, Number(places));
  if (kind === 'percent') return `${fixed(value * 100, Number(places))}%`;
  if (kind === 'significant') return formatSignificant(value, Number(places));
  return fixed(value, Number(places));
}

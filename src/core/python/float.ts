import { formatDecimal } from '../decimal.ts';

/** `repr` of a float: shortest text that reads back the same, always with a point, an exponent from 1e16 and below 1e-4. */
export function floatRepr(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const [digits, exponentText] = value.toExponential().split('e') as [string, string];
  const exponent = Number(exponentText);
  if (exponent >= -4 && exponent < 16) return Number.isInteger(value) ? `${value}.0` : String(value);
  return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

/** `f"{value:.Nf}"`: the exact binary value rounded to `places`, exact halves to even. */
export function formatFixed(value: number, places: number): string {
  return Number.isFinite(value) ? formatDecimal(value, places) : floatRepr(value);
}

/** `round(value, places)` of a finite float, for places from 0 on. */
export function round(value: number, places: number): number {
  return Number.isInteger(value) ? value : Number(formatDecimal(value, places));
}

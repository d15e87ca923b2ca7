import { formatDecimal, formatSignedDecimal } from '../../core/decimal.ts';
import { MeasurandError } from '../../core/errors.ts';
import { SMALL_NUMBERS } from './number-words.ts';

function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

function whole(value: number, rounding: string): number {
  if (Number.isInteger(value)) return value;
  throw new MeasurandError(
    'rounding-mismatch',
    `${value} is no integer, but is to be written as ${rounding}`,
    {
      kind: 'apparatus',
    },
  );
}

/**
 * Writes a number under a declared rounding:
 * `0` to `9` decimal places; `integer` with thousands separators; `word` spelled out, zero to twelve;
 * `percent:D` times one hundred with a per cent sign; `signed:D` with an explicit sign.
 *
 * @throws MeasurandError `rounding-mismatch` when the number cannot be written so, `rounding-unknown` for another rule
 */
export function writeFigure(value: number, rounding: string): string {
  if (/^\d$/.test(rounding)) return formatDecimal(value, Number(rounding));
  if (rounding === 'integer') return grouped(whole(value, rounding));
  if (rounding === 'word') {
    const word = SMALL_NUMBERS[whole(value, rounding)];
    if (word) return word;
    throw new MeasurandError('rounding-mismatch', `${value} is not spelled out here`, { kind: 'apparatus' });
  }
  const [kind, places] = rounding.split(':');
  if (kind === 'percent' && places) return `${formatDecimal(value * 100, Number(places))}%`;
  if (kind === 'signed' && places) return formatSignedDecimal(value, Number(places));
  throw new MeasurandError('rounding-unknown', `there is no rounding ${JSON.stringify(rounding)}`, {
    kind: 'apparatus',
  });
}

import { MeasurandError } from '../core/errors.ts';
import { requireAllFinite } from './sample.ts';

/** Sums of fewer than 2^32 values below this cannot overflow. */
const SAFE_MAGNITUDE = 2 ** 990;
const SHRINK = 2 ** -64;

/** A power of two that keeps every sum of the values finite: 1 unless they are near the largest double. */
export function overflowScale(values: ArrayLike<number>): number {
  for (let i = 0; i < values.length; i += 1) {
    if (Math.abs(values[i] as number) > SAFE_MAGNITUDE) return SHRINK;
  }
  return 1;
}

/** Adds one value to a list of non-overlapping partial sums and gives their new number. */
function grow(partials: number[], count: number, value: number): number {
  let carried = value;
  let kept = 0;
  for (let j = 0; j < count; j += 1) {
    const partial = partials[j] as number;
    const large = Math.abs(carried) < Math.abs(partial) ? partial : carried;
    const small = large === carried ? partial : carried;
    const sum = large + small;
    const rest = small - (sum - large);
    if (rest !== 0) {
      partials[kept] = rest;
      kept += 1;
    }
    carried = sum;
  }
  partials[kept] = carried;
  return kept + 1;
}

/** Rounds partial sums to the nearest double; a third partial decides what would look like a tie. */
function round(partials: readonly number[], count: number): number {
  let at = count - 1;
  let high = count > 0 ? (partials[at] as number) : 0;
  let low = 0;
  while (at > 0 && low === 0) {
    at -= 1;
    const partial = partials[at] as number;
    const sum = high + partial;
    low = partial - (sum - high);
    high = sum;
  }
  const next = at > 0 ? (partials[at - 1] as number) : 0;
  if ((low < 0 && next < 0) || (low > 0 && next > 0)) {
    const doubled = low * 2;
    const moved = high + doubled;
    if (doubled === moved - high) high = moved;
  }
  return high + 0;
}

/** The correctly rounded sum of `scale` times each value; the values must be finite and the scale a power of two. */
export function scaledSum(values: ArrayLike<number>, scale: number): number {
  const partials: number[] = [];
  let count = 0;
  for (let i = 0; i < values.length; i += 1) {
    count = grow(partials, count, (values[i] as number) * scale);
  }
  return round(partials, count);
}

/**
 * The sum of the values, correctly rounded: it depends neither on their order nor on the platform (Shewchuk 1997).
 * No values: 0.
 *
 * @throws MeasurandError `non-finite` for NaN or an infinity, `overflow` when the sum exceeds the largest double
 */
export function exactSum(values: ArrayLike<number>): number {
  requireAllFinite(values, 'values');
  const scale = overflowScale(values);
  const sum = scaledSum(values, scale) / scale;
  if (!Number.isFinite(sum)) throw new MeasurandError('overflow', 'the sum exceeds the largest double');
  return sum;
}

import { MeasurandError } from '../core/errors.ts';
import { requireCount, requireLevel, requireProbability } from './sample.ts';

/** A pair differs by +D, 0 or -D with these probabilities. */
export interface TrinomialEffect {
  readonly up: number;
  readonly down: number;
}

/** Beyond it the sums take too long to wait for. */
export const MOST_PAIRS = 200;
/** Room for the last bits of `Math.exp`, so that no engine decides otherwise. */
const ROUNDING = 1e-9;

/** log of k! for k = 0..n. */
function logFactorials(n: number): Float64Array {
  const logs = new Float64Array(n + 1);
  for (let k = 1; k <= n; k += 1) logs[k] = (logs[k - 1] as number) + Math.log(k);
  return logs;
}

/** p^k, with 0^0 = 1. */
const logPower = (p: number, k: number): number => (k === 0 ? 0 : k * Math.log(p));

type Multinomial = (u: number, v: number, pUp: number, pDown: number) => number;

/** Chance of u rises and v falls among n pairs. */
export function multinomial(n: number): Multinomial {
  const logs = logFactorials(n);
  const at = (k: number): number => logs[k] as number;
  return (u, v, pUp, pDown) => {
    const zeros = n - u - v;
    const ways = at(n) - at(u) - at(v) - at(zeros);
    const pZero = Math.max(0, 1 - pUp - pDown);
    if ((pUp === 0 && u > 0) || (pDown === 0 && v > 0) || (pZero === 0 && zeros > 0)) return 0;
    return Math.exp(ways + logPower(pUp, u) + logPower(pDown, v) + logPower(pZero, zeros));
  };
}

/** P(a resample of u rises, v falls and n - u - v zeros has a sum on the other side of 0, or on it). */
function missShare(u: number, v: number, n: number, chance: Multinomial): number {
  let total = 0;
  for (let falls = 0; falls <= n; falls += 1) {
    for (let rises = 0; rises <= Math.min(falls, n - falls); rises += 1) {
      total += chance(rises, falls, u / n, v / n);
    }
  }
  return total;
}

/**
 * Exact power of the two-sided percentile-bootstrap rule "the interval excludes 0" for paired differences of +D, 0
 * and -D (reference model of specification §2.7): the decision depends on the counts alone, so the power is a sum
 * over them. The bootstrap is the ideal one, without resampling noise. D itself does not matter.
 *
 * @param n pairs, 1 to 200
 * @throws MeasurandError `count-out-of-range`, `p-out-of-range`, `level-out-of-range`, `non-finite`
 */
export function trinomialPower(effect: TrinomialEffect, n: number, level = 0.95): number {
  const { up, down } = effect;
  requireCount(n, 'n', 1);
  requireProbability(up, 'up');
  requireProbability(down, 'down');
  requireProbability(up + down, 'up + down');
  requireLevel(level);
  if (n > MOST_PAIRS) {
    throw new MeasurandError('count-out-of-range', `must be at most ${MOST_PAIRS}, not ${n}`, { field: 'n' });
  }
  const tail = (1 - level) / 2;
  const chance = multinomial(n);
  let power = 0;
  for (let u = 0; u <= n; u += 1) {
    for (let v = 0; v < Math.min(u, n - u + 1); v += 1) {
      // One fall more only raises the share, so the first miss ends the row.
      if (missShare(u, v, n, chance) > tail * (1 + ROUNDING)) break;
      power += chance(u, v, up, down) + chance(v, u, up, down);
    }
  }
  return Math.min(1, power);
}

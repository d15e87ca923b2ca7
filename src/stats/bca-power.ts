import { MeasurandError } from '../core/errors.ts';
import { adjustedLevel } from './bca.ts';
import { normalCritical, normalQuantile } from './normal.ts';
import { MOST_PAIRS, multinomial, type TrinomialEffect } from './power.ts';
import { requireCount, requireLevel, requireProbability } from './sample.ts';

/** P(sum of n draws = k - n), for k = 0..2n, when one draw is +1, -1 or 0 with these chances. */
function sumChances(n: number, up: number, down: number): Float64Array {
  let chances = Float64Array.of(1);
  const stay = 1 - up - down;
  for (let draws = 0; draws < n; draws += 1) {
    const next = new Float64Array(chances.length + 2);
    for (let k = 0; k < chances.length; k += 1) {
      const chance = chances[k] as number;
      next[k] = (next[k] as number) + chance * down;
      next[k + 1] = (next[k + 1] as number) + chance * stay;
      next[k + 2] = (next[k + 2] as number) + chance * up;
    }
    chances = next;
  }
  return chances;
}

/** Acceleration of u ones, v minus ones and zeros: from the differences of the jackknife means, up to their common factor. */
function accelerationOf(u: number, v: number, n: number): number {
  const average = (u - v) / n;
  const parts = [
    [u, 1 - average],
    [v, -1 - average],
    [n - u - v, -average],
  ] as const;
  const power = (exponent: number): number =>
    parts.reduce((sum, [count, value]) => sum + count * value ** exponent, 0);
  return power(3) / (6 * power(2) ** 1.5);
}

/** Whether the ideal interval of u rises and v < u falls lies above 0. */
function liesAbove(u: number, v: number, n: number, z: number): boolean {
  if (u === n) return true;
  const chances = sumChances(n, u / n, v / n);
  const sum = n + u - v;
  const below = chances.subarray(0, sum).reduce((total, chance) => total + chance, 0);
  const z0 = normalQuantile(below + (chances[sum] as number) / 2);
  const atMostZero = chances.subarray(0, n + 1).reduce((total, chance) => total + chance, 0);
  return atMostZero < adjustedLevel(-z, z0, accelerationOf(u, v, n));
}

/** Power of one rule at one n, for whatever chances of rising and falling. */
export type PowerOf = (effect: TrinomialEffect) => number;

/**
 * Power of the two-sided BCa rule "the interval excludes 0" in the reference model of specification §2.7, as
 * `trinomialPower` gives it for the percentile rule. The bootstrap is the ideal one, without resampling noise. Which counts
 * decide is found once for an n: a hundred pairs take most of a second, and every effect after that a moment.
 *
 * @param n pairs, 2 to 200
 * @throws MeasurandError `count-out-of-range`, `level-out-of-range`; the power `p-out-of-range`, `non-finite`
 */
export function bcaPower(n: number, level = 0.95): PowerOf {
  requireCount(n, 'n', 2);
  requireLevel(level);
  if (n > MOST_PAIRS) {
    throw new MeasurandError('count-out-of-range', `must be at most ${MOST_PAIRS}, not ${n}`, { field: 'n' });
  }
  const z = normalCritical(level);
  const decided: (readonly [u: number, v: number])[] = [];
  for (let u = 1; u <= n; u += 1) {
    for (let v = 0; v < Math.min(u, n - u + 1); v += 1) if (liesAbove(u, v, n, z)) decided.push([u, v]);
  }
  const chance = multinomial(n);
  return ({ up, down }) => {
    requireProbability(up, 'up');
    requireProbability(down, 'down');
    requireProbability(up + down, 'up + down');
    const power = decided.reduce((sum, [u, v]) => sum + chance(u, v, up, down) + chance(v, u, up, down), 0);
    return Math.min(1, power);
  };
}

import { incompleteBeta } from './beta.ts';
import { requireCount } from './sample.ts';

/** 2^1023 is the largest power of two that is a double. */
const MOST_EXACT = 1023;

/** P(X <= k) for X ~ Binomial(n, 1/2), k < n. */
function lowerTail(k: number, n: number): number {
  if (n > MOST_EXACT) return incompleteBeta(0.5, n - k, k + 1);
  let ways = 1n;
  let total = 1n;
  for (let i = 1; i <= k; i += 1) {
    ways = (ways * BigInt(n - i + 1)) / BigInt(i);
    total += ways;
  }
  return Number(total) / 2 ** n;
}

/**
 * Exact two-sided sign test; ties are dropped beforehand. No informative pair: 1. Exact arithmetic up to 1,023 pairs.
 *
 * @param up pairs that rose
 * @param down pairs that fell
 * @throws MeasurandError `non-finite`, `count-out-of-range`
 */
export function signTest(up: number, down: number): number {
  requireCount(up, 'up', 0);
  requireCount(down, 'down', 0);
  return up === down ? 1 : Math.min(1, 2 * lowerTail(Math.min(up, down), up + down));
}

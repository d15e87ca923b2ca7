import { bisect, incompleteBeta } from './beta.ts';
import { normalCritical } from './normal.ts';
import { worst } from './reliability.ts';
import type { Interval } from './result.ts';
import { requireEvents, requireLevel, requireSample, requireSize } from './sample.ts';

/**
 * Wilson's score interval of a share (1927). Exactly 0 below at k = 0 and exactly 1 above at k = n.
 *
 * @throws MeasurandError `empty` for n = 0, `k-out-of-range`, `non-finite`, `level-out-of-range`
 */
export function wilsonInterval(k: number, n: number, level = 0.95): Interval {
  requireEvents(k, n);
  requireLevel(level);
  const z = normalCritical(level);
  const share = k / n;
  const divisor = 1 + (z * z) / n;
  const centre = (share + (z * z) / (2 * n)) / divisor;
  const half = (z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))) / divisor;
  return { lo: k === 0 ? 0 : Math.max(0, centre - half), hi: k === n ? 1 : Math.min(1, centre + half) };
}

/** 1 - a^(1/n) without losing the digits of small results. */
const unseenShare = (a: number, n: number): number => -Math.expm1(Math.log(a) / n);

/**
 * Clopper and Pearson's interval of a share (1934): covers with at least the stated level, for every n.
 *
 * @throws MeasurandError `empty` for n = 0, `k-out-of-range`, `non-finite`, `level-out-of-range`
 */
export function clopperPearson(k: number, n: number, level = 0.95): Interval {
  requireEvents(k, n);
  requireLevel(level);
  const tail = (1 - level) / 2;
  const lower = (): number => {
    if (k === n) return tail ** (1 / n);
    return bisect((p) => incompleteBeta(p, k, n - k + 1), tail, 0, 1);
  };
  const upper = (): number => {
    if (k === 0) return unseenShare(tail, n);
    return bisect((p) => -incompleteBeta(1 - p, n - k, k + 1), -tail, 0, 1);
  };
  return { lo: k === 0 ? 0 : lower(), hi: k === n ? 1 : upper() };
}

/** What no event in n trials still allows. */
export interface ZeroEventBound {
  readonly n: number;
  readonly level: number;
  /** One-sided exact upper bound of the event's probability: 1 - (1 - level)^(1/n). */
  readonly exact: number;
  /** 3/n, the approximation for level 0.95 whatever the level asked for (Hanley, Lippman-Hand 1983). */
  readonly ruleOfThree: number;
}

/**
 * Upper bound of a probability whose event was not seen in n trials (specification §5.6).
 *
 * @throws MeasurandError `empty` for n = 0, `count-out-of-range`, `non-finite`, `level-out-of-range`
 */
export function zeroEventBound(n: number, level = 0.95): ZeroEventBound {
  requireSize(n, 'n');
  requireLevel(level);
  return { n, level, exact: unseenShare(1 - level, n), ruleOfThree: 3 / n };
}

/** The observed minimum, and how often a new run may still fall below it. */
export interface WorstCaseBound {
  readonly n: number;
  readonly level: number;
  readonly observedMinimum: number;
  /** With this confidence, P(new run < observed minimum) is at most `chanceBelow`; no distribution is assumed. */
  readonly chanceBelow: number;
}

/**
 * What the observed minimum of n independent runs guarantees about the next one: a new run falls below it with
 * probability at most 1 - a^(1/n), at confidence 1 - a (specification §5.6). n = 50: 5.8 %; n = 10: 25.9 %.
 *
 * @throws MeasurandError `empty`, `non-finite`, `level-out-of-range`
 */
export function worstCaseBound(values: readonly number[], level = 0.95): WorstCaseBound {
  requireSample(values);
  requireLevel(level);
  return {
    n: values.length,
    level,
    observedMinimum: worst(values),
    chanceBelow: unseenShare(1 - level, values.length),
  };
}

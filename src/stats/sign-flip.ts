import { Random, type RandomSeed } from '../core/random.ts';
import { exactSum } from './exact-sum.ts';
import { LARGE_SAMPLE, normalSignFlip } from './large-sample.ts';
import { type Mode, storedSeed } from './result.ts';
import { requireCount, requireSample } from './sample.ts';
import { exactSignFlip, TIE_SLACK } from './sign-flip-exact.ts';

/** Up to here recommended mode enumerates every sign assignment (specification §2.3). */
const MOST_EXACT = 20;
export const SIGN_FLIP_RESAMPLES = 10_000;
const USUAL_ALPHA = 0.05;

export interface SignFlipOptions {
  /** @default 'recommended' */
  readonly mode?: Mode;
  /** @default 10000 */
  readonly resamples?: number;
  /** @default 0 */
  readonly seed?: RandomSeed;
}

export interface MonteCarloSignFlip {
  /** Replicates at least as far from zero as the observed sum. */
  readonly count: number;
  readonly resamples: number;
  /** count / N, as the paper prints it. */
  readonly pPlain: number;
  /** (count + 1) / (N + 1): never 0 (Phipson, Smyth 2010). */
  readonly pAddOne: number;
}

export interface SignFlipTest {
  readonly n: number;
  /** Differences that are not zero. */
  readonly informative: number;
  /** |sum of d|. */
  readonly statistic: number;
  /** Two-sided. */
  readonly p: number;
  readonly method:
    | 'exact'
    | 'monte-carlo with add-one'
    | 'monte-carlo without add-one'
    | 'normal approximation, at least 1 / (N + 1)';
  readonly mode: Mode;
  /** Null where nothing is drawn. */
  readonly seed: number | string | null;
  readonly resamples: number | null;
  /** The smallest two-sided p that this many differences can give. */
  readonly smallestP: number;
  /** Said when that cannot reach 0.05; else null. */
  readonly caution: string | null;
}

const countedOf = (count: number, resamples: number): MonteCarloSignFlip => ({
  count,
  resamples,
  pPlain: count / resamples,
  pAddOne: (count + 1) / (resamples + 1),
});

/** Below this chance that any replicate of a test reaches its threshold, drawing them is left out. */
const NEVER = 1e-12;

/**
 * Bound of the chance that one of so many replicates is as far from zero as the threshold: Hoeffding's inequality for a
 * sum of signed values (1963), times the number of replicates.
 */
function chanceOfAny(d: readonly number[], threshold: number, resamples: number): number {
  const squares = exactSum(d.map((value) => value * value));
  return resamples * 2 * Math.exp(-(threshold * threshold) / (2 * squares));
}

/**
 * Sign-flip test by Monte Carlo, drawn as the paper drew it: per replicate and pair in order, +d if the draw is below
 * 1/2, else -d; zeros use up a draw. Where the draws cannot matter, none is made: every replicate reaches an observed sum
 * of 0, and where none can reach it but by a chance below 10^-12, the count is 0. So large samples that do not differ, or
 * differ plainly, cost nothing.
 *
 * @throws MeasurandError `empty`, `non-finite`, `count-out-of-range`
 */
export function monteCarloSignFlip(
  d: readonly number[],
  resamples: number = SIGN_FLIP_RESAMPLES,
  seed: RandomSeed = 0,
): MonteCarloSignFlip {
  requireSample(d, 'd');
  requireCount(resamples, 'resamples', 1);
  const values = Float64Array.from(d);
  const threshold = Math.abs(exactSum(d)) - TIE_SLACK * exactSum(d.map(Math.abs));
  if (threshold <= 0) return countedOf(resamples, resamples);
  if (chanceOfAny(d, threshold, resamples) < NEVER) return countedOf(0, resamples);
  const random = new Random(seed);
  const signs = new Float64Array(values.length);
  let count = 0;
  for (let b = 0; b < resamples; b += 1) {
    let sum = 0;
    let rest = 0;
    random.fillSigns(signs);
    for (let i = 0; i < values.length; i += 1) {
      const value = (signs[i] as number) * (values[i] as number);
      const next = sum + value;
      const part = next - sum;
      rest += sum - (next - part) + (value - part);
      sum = next;
    }
    if (Math.abs(sum + rest) >= threshold) count += 1;
  }
  return countedOf(count, resamples);
}

/** What recommended mode says where nothing need be drawn: few differences, or very many. */
function undrawn(
  d: readonly number[],
  informative: number,
  resamples: number,
): Pick<SignFlipTest, 'p' | 'method'> | undefined {
  const exact = informative <= MOST_EXACT ? exactSignFlip(d) : null;
  if (exact) return { p: exact.twoSided, method: 'exact' };
  if (informative <= LARGE_SAMPLE) return undefined;
  const squares = exactSum(d.map((value) => value * value));
  const p = normalSignFlip(exactSum(d), squares);
  return { p: Math.max(p, 1 / (resamples + 1)), method: 'normal approximation, at least 1 / (N + 1)' };
}

/**
 * Two-sided sign-flip permutation test of paired differences (specification §2.3). In compat mode the paper's Monte
 * Carlo p without add-one; in recommended mode exact up to 20 non-zero differences, else Monte Carlo with add-one, and
 * of more than 50,000 the normal approximation, never below the smallest p that the draws could show. All zeros, or one
 * difference: p = 1.
 *
 * @throws MeasurandError `empty`, `non-finite`, `count-out-of-range`
 */
export function signFlipTest(d: readonly number[], options: SignFlipOptions = {}): SignFlipTest {
  const { mode = 'recommended', resamples = SIGN_FLIP_RESAMPLES, seed = 0 } = options;
  requireSample(d, 'd');
  requireCount(resamples, 'resamples', 1);
  const informative = d.filter((value) => value !== 0);
  const smallestP = informative.length === 0 ? 1 : 2 / 2 ** informative.length;
  const shared = {
    n: d.length,
    informative: informative.length,
    statistic: Math.abs(exactSum(d)),
    mode,
    smallestP,
    caution:
      smallestP > USUAL_ALPHA
        ? `${informative.length} non-zero differences cannot give a two-sided p below ${smallestP}`
        : null,
  };
  const known = mode === 'recommended' ? undrawn(d, informative.length, resamples) : undefined;
  if (known) return { ...shared, ...known, seed: null, resamples: null };
  // The stream of small samples, where zeros use up a draw, is the paper's; of large ones zeros would be most of the work.
  const flipped = mode === 'recommended' && d.length > LARGE_SAMPLE ? informative : d;
  const { pPlain, pAddOne } = monteCarloSignFlip(flipped, resamples, seed);
  return {
    ...shared,
    p: mode === 'compat' ? pPlain : pAddOne,
    method: mode === 'compat' ? 'monte-carlo without add-one' : 'monte-carlo with add-one',
    seed: storedSeed(seed),
    resamples,
  };
}

import { Random, type RandomSeed } from '../core/random.ts';
import { bcaInterval } from './bca.ts';
import { normalInterval } from './large-sample.ts';
import { mean } from './mean.ts';
import { percentileRanks } from './percentile-ranks.ts';
import { sortedResampleMeans } from './resample.ts';
import { type Draws, type Interval, type Mode, storedSeed } from './result.ts';
import { requireCount, requireLevel, requireSample } from './sample.ts';

export interface BootstrapOptions {
  /** @default 0.95 */
  readonly level?: number;
  /** @default 2000 in compat mode, 10000 in recommended mode */
  readonly resamples?: number;
  /** @default 0 */
  readonly seed?: RandomSeed;
  /** @default 'compat' */
  readonly mode?: Mode;
}

/** Mean with a bootstrap interval and all that is needed to repeat it. */
export interface MeanInterval extends Interval, Draws {
  readonly n: number;
  readonly mean: number;
  readonly level: number;
  readonly method: 'percentile-bootstrap' | 'bca-bootstrap' | 'normal-theory' | 'degenerate';
  /** What a reader must know before using the interval; null when there is nothing. */
  readonly caution: string | null;
}

export const COMPAT_RESAMPLES = 2000;
export const RECOMMENDED_RESAMPLES = 10_000;
/** Below this BCa does not help (specification §5.5). */
export const BCA_FROM = 10;

const isConstant = (values: ArrayLike<number>): boolean => {
  for (let i = 1; i < values.length; i += 1) if (values[i] !== values[0]) return false;
  return true;
};

/** Options with their defaults filled in and checked. */
export function bootstrapSettings(options: BootstrapOptions): Required<BootstrapOptions> {
  const { level = 0.95, seed = 0, mode = 'compat' } = options;
  const { resamples = mode === 'compat' ? COMPAT_RESAMPLES : RECOMMENDED_RESAMPLES } = options;
  requireLevel(level);
  requireCount(resamples, 'resamples', 1);
  return { level, resamples, seed, mode };
}

/** Percentile interval of the mean (Efron 1979), a fresh generator for each. Constant data: the value itself. */
export function percentileInterval(
  values: ArrayLike<number>,
  settings: Required<BootstrapOptions>,
): Interval {
  if (isConstant(values)) return { lo: (values[0] as number) + 0, hi: (values[0] as number) + 0 };
  const { level, resamples, seed } = settings;
  const sorted = sortedResampleMeans(values, resamples, new Random(seed));
  const { lower, upper } = percentileRanks(level, resamples);
  return { lo: sorted[lower] as number, hi: sorted[upper] as number };
}

function cautionFor(values: ArrayLike<number>): string | null {
  if (values.length === 1) return 'one run says nothing about its own uncertainty';
  if (isConstant(values)) return 'all runs are equal: the interval is degenerate, not certain';
  return values.length < BCA_FROM ? 'fewer than ten runs: the interval is too narrow' : null;
}

/**
 * Bootstrap interval of a mean. In compat mode the percentile interval of Table A1, drawn exactly as the specification
 * says (§2.1); in recommended mode BCa (Efron 1987) from ten runs on, and the percentile interval below. Of more than
 * 50,000 values recommended mode draws none, unless they are very skewed: normal theory says the same.
 *
 * @throws MeasurandError `empty`, `non-finite`, `level-out-of-range`, `count-out-of-range`
 */
export function bootstrapMean(values: readonly number[], options: BootstrapOptions = {}): MeanInterval {
  requireSample(values);
  const settings = bootstrapSettings(options);
  const { level, resamples, seed, mode } = settings;
  const degenerate = isConstant(values);
  const corrected = mode === 'recommended' && !degenerate && values.length >= BCA_FROM;
  const normal = corrected ? normalInterval(values, level) : undefined;
  const drawn = corrected ? bcaInterval : percentileInterval;
  const { lo, hi } = normal ?? drawn(values, settings);
  const theory = normal && 'normal-theory';
  return {
    n: values.length,
    mean: mean(values),
    lo,
    hi,
    level,
    method: theory ?? (degenerate ? 'degenerate' : corrected ? 'bca-bootstrap' : 'percentile-bootstrap'),
    mode,
    seed: storedSeed(seed),
    resamples: normal ? 0 : resamples,
    caution: cautionFor(values),
  };
}

import { type BootstrapOptions, bootstrapSettings, percentileInterval } from './bootstrap.ts';
import { normalInterval } from './large-sample.ts';
import { type Draws, type Interval, storedSeed } from './result.ts';
import { requireSameLength, requireSample } from './sample.ts';

const TIE = 1e-12;

/** Within-pair Cliff's delta with its percentile interval and what repeats it. */
export interface PairedCliffsDelta extends Interval, Draws {
  readonly n: number;
  readonly delta: number;
  readonly up: number;
  readonly down: number;
  readonly level: number;
  readonly method: 'percentile-bootstrap of signs' | 'normal theory of signs';
}

/**
 * Differences a - b of values that come from floating-point arithmetic: what lies within 1e-12 of a tie, relative to
 * the larger, is exactly zero. On a known lattice difference the whole numbers instead.
 *
 * @throws MeasurandError `empty`, `non-finite`, `length-mismatch`
 */
export function differences(a: readonly number[], b: readonly number[]): readonly number[] {
  requireSameLength(a, b, 'a, b');
  requireSample(a, 'a');
  requireSample(b, 'b');
  return a.map((value, i) => {
    const other = b[i] as number;
    const difference = value - other;
    return Math.abs(difference) <= TIE * Math.max(1, Math.abs(value), Math.abs(other)) ? 0 : difference;
  });
}

/**
 * Within-pair Cliff's delta: (#{d > 0} - #{d < 0}) / n, zeros counted in n (after Cliff 1993; specification §2.2).
 * The interval resamples the signs with the same seed and rule as a mean; in recommended mode of a large sample that is
 * not very skewed it draws none, as `bootstrapMean` does.
 *
 * @throws MeasurandError `empty`, `non-finite`, `level-out-of-range`, `count-out-of-range`
 */
export function pairedCliffsDelta(d: readonly number[], options: BootstrapOptions = {}): PairedCliffsDelta {
  requireSample(d, 'd');
  const settings = bootstrapSettings(options);
  const signs = d.map((value) => Math.sign(value) + 0);
  const up = signs.filter((sign) => sign > 0).length;
  const down = signs.filter((sign) => sign < 0).length;
  const normal = settings.mode === 'recommended' ? normalInterval(signs, settings.level) : undefined;
  return {
    n: d.length,
    delta: (up - down) / d.length,
    up,
    down,
    ...(normal ?? percentileInterval(signs, settings)),
    level: settings.level,
    method: normal ? 'normal theory of signs' : 'percentile-bootstrap of signs',
    mode: settings.mode,
    seed: storedSeed(settings.seed),
    resamples: normal ? 0 : settings.resamples,
  };
}

import { mean } from './mean.ts';
import { normalCdf, normalCritical } from './normal.ts';
import type { Interval } from './result.ts';
import { stdPopulation } from './spread.ts';

/** Above so many values recommended mode draws nothing where normal theory says the same. */
export const LARGE_SAMPLE = 50_000;

/** A skewness of the mean that moves the ends of a 95 % interval by less than a fiftieth of its standard error. */
const MOST_ACCELERATION = 0.002;

/** The acceleration of a BCa interval of the mean: a sixth of the standardised third moment over the root of n. */
function acceleration(values: readonly number[], centre: number, spread: number): number {
  let cubes = 0;
  for (const value of values) cubes += ((value - centre) / spread) ** 3;
  return cubes / values.length / (6 * Math.sqrt(values.length));
}

/**
 * Interval of the mean of a large sample by normal theory; nothing where the sample is not large, or so skewed that a
 * bootstrap would say something else (Efron 1987: BCa differs from it by its acceleration, which is bounded here).
 */
export function normalInterval(values: readonly number[], level: number): Interval | undefined {
  if (values.length <= LARGE_SAMPLE) return undefined;
  const spread = stdPopulation(values);
  const centre = mean(values);
  if (spread === 0 || Math.abs(acceleration(values, centre, spread)) > MOST_ACCELERATION) return undefined;
  const reach = (normalCritical(level) * spread) / Math.sqrt(values.length);
  return { lo: centre - reach, hi: centre + reach };
}

/**
 * Two-sided p of a sum of values whose signs are flipped at random: it is a sum of many independent terms, so normal but
 * for an error of the order of 1/n.
 *
 * @param sum the observed sum
 * @param squares sum of the squared values, above 0
 */
export function normalSignFlip(sum: number, squares: number): number {
  return 2 * normalCdf(-Math.abs(sum) / Math.sqrt(squares));
}

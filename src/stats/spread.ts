import { scaledSum } from './exact-sum.ts';
import { mean } from './mean.ts';
import { requireSample } from './sample.ts';

const LARGE = 2 ** 500;
const SMALL = 2 ** -500;

const largest = (values: ArrayLike<number>): number => {
  let most = 0;
  for (let i = 0; i < values.length; i += 1) most = Math.max(most, Math.abs(values[i] as number));
  return most;
};

/** Root of the sum of squared deviations over `divisor`, scaled by powers of two so that no square over- or underflows. */
function deviation(values: ArrayLike<number>, divisor: number): number {
  const shrink = largest(values) > LARGE ? 2 ** -600 : 1;
  const scaled = Float64Array.from(values, (value) => value * shrink);
  const centre = mean(scaled);
  const deviations = scaled.map((value) => value - centre);
  const most = largest(deviations);
  if (most === 0) return 0;
  const stretch = most < SMALL ? 2 ** 600 : 1;
  const rest = scaledSum(deviations, stretch);
  const squares = deviations.map((value) => (value * stretch) ** 2);
  const sum = scaledSum(squares, 1) - (rest * rest) / values.length;
  return Math.sqrt(Math.max(0, sum) / divisor) / stretch / shrink;
}

/**
 * Population standard deviation (divisor n), as the paper's Table A12 prints it. Two passes around the accurate mean
 * (Chan, Golub, LeVeque 1983). One value: 0.
 *
 * @throws MeasurandError `empty`, `non-finite`
 */
export function stdPopulation(values: ArrayLike<number>): number {
  requireSample(values);
  return deviation(values, values.length);
}

/**
 * Sample standard deviation (divisor n - 1), the one to use inside standard errors. One value: null.
 *
 * @throws MeasurandError `empty`, `non-finite`
 */
export function stdSample(values: ArrayLike<number>): number | null {
  requireSample(values);
  return values.length === 1 ? null : deviation(values, values.length - 1);
}

import { mean } from './mean.ts';
import { requireFinite, requireSample } from './sample.ts';

/** The lowest score. @throws MeasurandError `empty`, `non-finite` */
export function worst(values: ArrayLike<number>): number {
  requireSample(values);
  let least = values[0] as number;
  for (let i = 1; i < values.length; i += 1) least = Math.min(least, values[i] as number);
  return least + 0;
}

/**
 * Reliability@tau (Section 4.4): the share of runs that score tau or more.
 *
 * @throws MeasurandError `empty`, `non-finite`
 */
export function reliabilityAt(values: ArrayLike<number>, tau: number): number {
  requireSample(values);
  requireFinite(tau, 'tau');
  let reached = 0;
  for (let i = 0; i < values.length; i += 1) reached += (values[i] as number) >= tau ? 1 : 0;
  return reached / values.length;
}

/** Reliability gap of one model (Figure A9): mean minus worst over the same runs. */
export function reliabilityGap(values: ArrayLike<number>): number {
  return mean(values) - worst(values);
}

/** Reliability gap along a degradation curve (Section 4.4): mean at the lowest level minus worst at the hardest. */
export function degradationGap(lowestLevel: ArrayLike<number>, hardestLevel: ArrayLike<number>): number {
  return mean(lowestLevel) - worst(hardestLevel);
}

import { cvar, cvarFractional } from './cvar.ts';
import { mean } from './mean.ts';
import { quartiles } from './quantile.ts';
import { reliabilityAt, reliabilityGap, worst } from './reliability.ts';
import { stdPopulation, stdSample } from './spread.ts';

/** Descriptive statistics of one set of runs, in the units of the scores. */
export interface Summary {
  readonly n: number;
  readonly mean: number;
  /** Divisor n: what tables print. */
  readonly stdPopulation: number;
  /** Divisor n - 1: for standard errors; null at n = 1. */
  readonly stdSample: number | null;
  readonly worst: number;
  readonly best: number;
  readonly alpha: number;
  /** Mean of the ceil(alpha n) lowest: what tables print. */
  readonly cvarCeil: number;
  readonly cvarFractional: number;
  readonly tau: number;
  readonly reliability: number;
  readonly gap: number;
  readonly quartiles: readonly [number, number, number];
}

export interface SummaryOptions {
  /** Share of worst runs for CVaR, in (0, 1]. @default 0.2 */
  readonly alpha?: number;
  /** Threshold of the reliability, inclusive. @default 0.9 */
  readonly tau?: number;
}

/**
 * Every descriptive statistic of the specification (§2) for one set of runs.
 *
 * @throws MeasurandError `empty`, `non-finite`, `alpha-out-of-range`
 */
export function summarise(values: readonly number[], options: SummaryOptions = {}): Summary {
  const { alpha = 0.2, tau = 0.9 } = options;
  return {
    n: values.length,
    mean: mean(values),
    stdPopulation: stdPopulation(values),
    stdSample: stdSample(values),
    worst: worst(values),
    best: -worst(values.map((value) => -value)) + 0,
    alpha,
    cvarCeil: cvar(values, alpha),
    cvarFractional: cvarFractional(values, alpha),
    tau,
    reliability: reliabilityAt(values, tau),
    gap: reliabilityGap(values),
    quartiles: quartiles(values),
  };
}

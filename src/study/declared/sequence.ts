import { confidenceSequenceAt } from '../../stats/confidence-sequence.ts';
import { againstMargin } from '../../stats/equivalence.ts';
import { mean } from '../../stats/mean.ts';
import type { Stopping } from '../declaration/inference-schema.ts';
import type { Find, Measured } from './pairs.ts';
import { scoredDifferences } from './pairs.ts';
import type { PairedGroup } from './select.ts';

export type Anytime = Extract<Stopping, { rule: 'anytime' }>;

/** A difference of two scores in [0, 1] lies in [-1, 1], whose standard deviation is at most 1. */
const SIGMA = 1;
const RHO2 = 0.05;
const ALPHA = 0.05;

/** What one look saw of one result. */
export interface LookResult {
  readonly key: string;
  readonly label: string;
  readonly n: number;
  readonly mean: number | null;
  readonly lo: number | null;
  readonly hi: number | null;
  readonly p: number | null;
}

/** Smallest alpha at which the normal-mixture sequence at n excludes zero: valid however often one looks. */
function anytimeP(n: number, average: number, rho2: number): number {
  const mixed = n * rho2;
  return Math.min(
    1,
    Math.sqrt(mixed + 1) * Math.exp(-(average ** 2 * n * mixed) / (2 * SIGMA ** 2 * (mixed + 1))),
  );
}

/** The declared sequence at n pairs: how far a mean must be from zero to be told from it, and the p of a mean. */
export function sequenceAt(
  n: number,
  { alpha = ALPHA, rho2 = RHO2 }: Anytime,
): { readonly alpha: number; readonly halfWidth: number; readonly pAt: (mean: number) => number } {
  const { halfWidth } = confidenceSequenceAt(n, 0, { sigma: SIGMA, rho2, alpha });
  return { alpha, halfWidth, pAt: (average) => anytimeP(n, average, rho2) };
}

/** One result as it stands after the first so many seeds. */
export function lookAt(
  group: PairedGroup,
  find: Find,
  seeds: ReadonlySet<number>,
  { alpha = ALPHA, rho2 = RHO2 }: Anytime,
): LookResult {
  const { key, label } = group;
  const d = scoredDifferences(group, find)
    .filter(({ seed }) => seeds.has(seed))
    .map((pair) => pair.d);
  const n = d.length;
  if (n === 0) return { key, label, n, mean: null, lo: null, hi: null, p: null };
  const average = mean(d);
  const { lo, hi } = confidenceSequenceAt(n, average, { sigma: SIGMA, rho2, alpha });
  return { key, label, n, mean: average, lo, hi, p: anytimeP(n, average, rho2) };
}

const excludesZero = ({ lo, hi }: LookResult): boolean => lo !== null && hi !== null && (lo > 0 || hi < 0);

/** Whether the declared rule ends the study after this look. */
export function endsAt(look: readonly LookResult[], { until = 'all' }: Anytime): boolean {
  if (look.length === 0) return false;
  return until === 'all' ? look.every(excludesZero) : look.some(excludesZero);
}

/**
 * A result under an anytime-valid rule: the interval of the last look, and the smallest p of all looks, in place of those
 * that hold at one fixed n only. Equivalence is then read off that interval.
 */
export function underSequence(result: Measured, looks: readonly LookResult[]): Measured {
  const own = looks.filter(({ key, n }) => key === result.key && n > 0);
  const last = own.at(-1);
  if (!last) return result;
  const p = Math.min(...own.map((look) => look.p ?? 1));
  const { lo, hi } = last;
  const method = 'normal-mixture confidence sequence at the declared looks';
  const equivalence =
    result.equivalence === null || lo === null || hi === null
      ? null
      : { ...result.equivalence, p: null, verdict: againstMargin({ lo, hi }, result.equivalence.margin) };
  return { ...result, lo, hi, p, method, seed: null, resamples: null, clustered: null, equivalence };
}

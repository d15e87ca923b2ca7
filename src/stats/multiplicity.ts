import { requireAllFinite, requireProbability } from './sample.ts';

interface Ranked {
  readonly p: number;
  readonly place: number;
}

function ranked(p: readonly number[]): readonly Ranked[] {
  requireAllFinite(p, 'p');
  for (const [index, value] of p.entries()) requireProbability(value, `p[${index}]`);
  return p.map((value, place) => ({ p: value, place })).sort((a, b) => a.p - b.p);
}

/**
 * Holm's step-down adjusted p-values (1979), in input order: for confirmatory families, declared before the run.
 * No p-values: none.
 *
 * @throws MeasurandError `non-finite`, `p-out-of-range`
 */
export function holm(p: readonly number[]): readonly number[] {
  const adjusted = new Array<number>(p.length);
  let least = 0;
  for (const [index, { p: raw, place }] of ranked(p).entries()) {
    least = Math.max(least, Math.min(1, (p.length - index) * raw));
    adjusted[place] = least;
  }
  return adjusted;
}

/**
 * Benjamini and Hochberg's adjusted p-values (1995), in input order: for exploratory screens. No p-values: none.
 *
 * @throws MeasurandError `non-finite`, `p-out-of-range`
 */
export function benjaminiHochberg(p: readonly number[]): readonly number[] {
  const adjusted = new Array<number>(p.length);
  let most = 1;
  for (const [index, { p: raw, place }] of [...ranked(p).entries()].reverse()) {
    most = Math.min(most, (p.length * raw) / (index + 1));
    adjusted[place] = most;
  }
  return adjusted;
}

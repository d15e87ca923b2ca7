import { RECOMMENDED_RESAMPLES } from '../../stats/bootstrap.ts';
import type { Mode } from '../../stats/result.ts';

/** How intervals are drawn. */
export interface DrawSettings {
  readonly mode: Mode;
  readonly seed: number;
  readonly level: number;
  /** 0: there are too many runs to draw from. */
  readonly resamples: number;
}

/** Single draws that one family of bootstraps may take: about a second. */
const MOST_DRAWS = 1e8;
/** With fewer, the ends of a 95 % interval rest on a handful of replicates. */
const FEWEST_RESAMPLES = 1000;

/**
 * Resamples that so many runs can afford: the recommended number, fewer when the runs are many, none when even a thousand
 * would take long. It depends on the number of runs alone, so that equal archives give equal reports.
 */
export function affordableResamples(runs: number): number {
  const most = Math.floor(MOST_DRAWS / Math.max(1, runs));
  if (most < FEWEST_RESAMPLES) return 0;
  return Math.min(RECOMMENDED_RESAMPLES, most);
}

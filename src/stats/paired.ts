import { differences } from './cliffs.ts';
import { type ClusteredMean, clusteredMean } from './clustered.ts';
import { exactSum } from './exact-sum.ts';
import { mean } from './mean.ts';
import { stdSample } from './spread.ts';

/** Two systems on the same items. */
export interface PairedComparison {
  readonly n: number;
  /** Mean of a minus mean of b. */
  readonly difference: number;
  /** From the per-item differences: Var(d) = Var(a) + Var(b) - 2 Cov. Null at n = 1. */
  readonly standardError: number | null;
  /** What it would be if the items were not shared; null at n = 1. */
  readonly unpairedStandardError: number | null;
  /** Pearson correlation over items; null when either side does not vary. */
  readonly correlation: number | null;
  /** The difference with its error clustered, by item unless clusters were named. */
  readonly clustered: ClusteredMean;
  readonly method: 'paired differences on shared items';
}

function correlationOf(a: readonly number[], b: readonly number[]): number | null {
  const [centreA, centreB] = [mean(a), mean(b)];
  const da = a.map((value) => value - centreA);
  const db = b.map((value) => value - centreB);
  const product = (x: readonly number[], y: readonly number[]): number =>
    exactSum(x.map((value, i) => value * (y[i] as number)));
  const [squaresA, squaresB] = [product(da, da), product(db, db)];
  if (squaresA === 0 || squaresB === 0) return null;
  return Math.max(-1, Math.min(1, product(da, db) / Math.sqrt(squaresA) / Math.sqrt(squaresB)));
}

/**
 * Compares two systems on shared items (Miller 2024; specification §5.3). Average the seeds within each task first,
 * or name the task of each item as its cluster.
 *
 * @param a scores of one system by item
 * @param b scores of the other on the same items
 * @param clusters cluster of each item. @default every item its own
 * @throws MeasurandError `empty`, `non-finite`, `length-mismatch`, `level-out-of-range`
 */
export function comparePaired(
  a: readonly number[],
  b: readonly number[],
  clusters?: readonly (string | number)[],
  level = 0.95,
): PairedComparison {
  const d = differences(a, b);
  const root = Math.sqrt(d.length);
  const [spread, spreadA, spreadB] = [stdSample(d), stdSample(a), stdSample(b)];
  return {
    n: d.length,
    difference: mean(d),
    standardError: spread === null ? null : spread / root,
    unpairedStandardError: spreadA === null || spreadB === null ? null : Math.hypot(spreadA, spreadB) / root,
    correlation: correlationOf(a, b),
    clustered: clusteredMean(d, clusters ?? d.map((_, i) => i), level),
    method: 'paired differences on shared items',
  };
}

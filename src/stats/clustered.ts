import { exactSum } from './exact-sum.ts';
import { mean } from './mean.ts';
import type { Interval } from './result.ts';
import { requireLevel, requireSameLength, requireSample } from './sample.ts';
import { stdSample } from './spread.ts';
import { studentCritical } from './student.ts';

/** Below this many clusters the normal interval is optimistic (specification §5.1). */
const MANY_CLUSTERS = 30;

/** A mean whose runs come in clusters, such as ten seeds of one task. */
export interface ClusteredMean {
  readonly n: number;
  readonly clusters: number;
  readonly mean: number;
  /** As if every run were independent; null at n = 1. */
  readonly seIid: number | null;
  readonly seCr0: number;
  /** CR0 with the variance times G/(G - 1); null with one cluster. */
  readonly seCr1: number | null;
  readonly level: number;
  /** mean ± t with G - 1 degrees of freedom × CR1; null with one cluster. */
  readonly interval: Interval | null;
  readonly method: 'cluster-robust, t with G - 1 degrees of freedom';
  readonly caution: string | null;
}

function cautionFor(clusters: number): string | null {
  if (clusters === 1) return 'one cluster: no uncertainty between clusters can be seen';
  if (clusters >= MANY_CLUSTERS) return null;
  return `${clusters} clusters, fewer than ${MANY_CLUSTERS}: a normal interval is optimistic, so t with ${clusters - 1} degrees of freedom is used`;
}

/**
 * Standard error of a mean over clusters (Miller 2024; Cameron, Miller 2015; specification §5.1).
 *
 * @param values scores
 * @param clusters the cluster of each score, such as its task
 * @throws MeasurandError `empty`, `non-finite`, `length-mismatch`, `level-out-of-range`
 */
export function clusteredMean(
  values: readonly number[],
  clusters: readonly (string | number)[],
  level = 0.95,
): ClusteredMean {
  requireSample(values);
  requireSameLength(values, clusters, 'values, clusters');
  requireLevel(level);
  const n = values.length;
  const centre = mean(values);
  const members = new Map<string | number, number[]>();
  for (const [index, value] of values.entries()) {
    const cluster = clusters[index] as string | number;
    const group = members.get(cluster);
    if (group) group.push(value - centre);
    else members.set(cluster, [value - centre]);
  }
  const count = members.size;
  const squares = [...members.values()].map((deviations) => exactSum(deviations) ** 2);
  const seCr0 = count === 1 ? 0 : Math.sqrt(exactSum(squares)) / n;
  const seCr1 = count === 1 ? null : seCr0 * Math.sqrt(count / (count - 1));
  const spread = stdSample(values);
  const half = seCr1 === null ? null : studentCritical(level, count - 1) * seCr1;
  return {
    n,
    clusters: count,
    mean: centre,
    seIid: spread === null ? null : spread / Math.sqrt(n),
    seCr0,
    seCr1,
    level,
    interval: half === null ? null : { lo: centre - half, hi: centre + half },
    method: 'cluster-robust, t with G - 1 degrees of freedom',
    caution: cautionFor(count),
  };
}

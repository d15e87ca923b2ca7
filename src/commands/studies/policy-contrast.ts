import { bootstrapMean } from '../../stats/bootstrap.ts';
import { mean } from '../../stats/mean.ts';
import { type Reading, TASK_ROWS } from './reading.ts';

/** How far apart two policies are in the escalating arm, paired by seed. Coverage is in [0, 1]. */
export interface PolicyContrast {
  readonly delta: number;
  readonly lo: number;
  readonly hi: number;
}

function contrast(a: readonly Reading[], b: readonly Reading[]): PolicyContrast | undefined {
  const d = a.flatMap(({ rows }, index) => {
    const other = b[index]?.rows ?? null;
    return rows === null || other === null ? [] : [rows - other];
  });
  if (d.length === 0) return undefined;
  const { lo, hi } = bootstrapMean(d, { mode: 'compat' });
  return { delta: mean(d) / TASK_ROWS, lo: lo / TASK_ROWS, hi: hi / TASK_ROWS };
}

/**
 * The pair of policies that are furthest apart among those whose 95 % interval excludes zero, else among all: which policy
 * one has matters exactly when that interval excludes zero. Undefined with fewer than two policies to compare.
 */
export function widestContrast(policies: readonly (readonly Reading[])[]): PolicyContrast | undefined {
  const pairs = policies.flatMap((a, index) => policies.slice(index + 1).map((b) => contrast(a, b)));
  const known = pairs.filter((pair) => pair !== undefined);
  const apart = known.filter(({ lo, hi }) => lo > 0 || hi < 0);
  const wide = apart.length > 0 ? apart : known;
  return wide.reduce<PolicyContrast | undefined>(
    (widest, pair) => (widest && Math.abs(widest.delta) >= Math.abs(pair.delta) ? widest : pair),
    undefined,
  );
}

export function tellsApart({ lo, hi }: PolicyContrast): boolean {
  return lo > 0 || hi < 0;
}

import { MeasurandError } from '../core/errors.ts';
import { overflowScale, scaledSum } from './exact-sum.ts';
import { ascending } from './order.ts';
import { requireFinite, requireSample, requireShareOf } from './sample.ts';

/**
 * Expected worst of m runs drawn without replacement from those observed: sum of x_(i) C(n - i, m - 1)/C(n, m), a
 * U-statistic (specification §5.6). The minimum itself falls as n grows; this is what to compare at unequal n.
 *
 * @param m runs drawn, 1 to n
 * @throws MeasurandError `empty`, `non-finite`, `k-exceeds-n` for m > n, `k-out-of-range` for m < 1
 */
export function expectedWorstOf(values: readonly number[], m: number): number {
  requireSample(values);
  requireFinite(m, 'm');
  const n = values.length;
  if (m > n) {
    throw new MeasurandError('k-exceeds-n', `cannot draw ${m} of ${n} runs`, {
      field: 'm',
      next: 'Run more seeds or ask for a smaller m',
    });
  }
  requireShareOf(m, 'm', 1, n);
  const sorted = ascending(values);
  const scale = overflowScale(sorted);
  const terms = new Float64Array(n - m + 1);
  let weight = m / n;
  for (let i = 0; i <= n - m; i += 1) {
    terms[i] = weight * (sorted[i] as number);
    weight *= (n - i - m) / (n - i - 1);
  }
  const value = scaledSum(terms, scale) / scale;
  return Math.min(sorted[n - 1] as number, Math.max(sorted[0] as number, value)) + 0;
}

/** One point of a curve over m. */
export interface WorstPoint {
  readonly m: number;
  readonly expectedWorst: number;
}

/** The expected worst for each m; m = 1 is the mean, m = n the minimum. @throws MeasurandError as `expectedWorstOf` */
export function worstCurve(values: readonly number[], ms: readonly number[]): readonly WorstPoint[] {
  return ms.map((m) => ({ m, expectedWorst: expectedWorstOf(values, m) }));
}

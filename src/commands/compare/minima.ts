import type { Contrast } from '../../report/study/document.ts';
import { worst } from '../../stats/reliability.ts';
import { expectedWorstOf } from '../../stats/worst-of-m.ts';

interface TwoSamples {
  readonly a: readonly number[];
  readonly b: readonly number[];
}

/**
 * Worst cases of two sides. A minimum falls as runs are added, so two minima stand side by side only at equal n; at
 * unequal n the expected worst of equally many does.
 *
 * @param whole every graded run of each side
 * @param paired the graded pairs
 */
export function minimaOf(whole: TwoSamples, paired: TwoSamples): NonNullable<Contrast['minima']> {
  const [nA, nB] = [whole.a.length, whole.b.length];
  const m = Math.min(nA, nB);
  return {
    pairs: { n: paired.a.length, a: worst(paired.a), b: worst(paired.b) },
    whole: nA === nB ? { n: nA, a: worst(whole.a), b: worst(whole.b) } : null,
    refused:
      nA === nB
        ? null
        : `a has ${nA} graded runs and b ${nB}: their minima do not compare, the worst of ${m} does`,
    common: { m, a: expectedWorstOf(whole.a, m), b: expectedWorstOf(whole.b, m) },
  };
}

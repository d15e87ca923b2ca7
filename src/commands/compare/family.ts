import type { Comparison, Contrast } from '../../report/study/document.ts';
import { benjaminiHochberg, holm } from '../../stats/multiplicity.ts';
import type { RawContrast } from './contrast.ts';

const ADJUST = { holm, 'benjamini-hochberg': benjaminiHochberg } as const;

function reading(contrast: RawContrast, pAdjusted: number | null, alpha: number): Contrast['reading'] {
  const { effect, equivalence, byTask } = contrast;
  if (effect === null || pAdjusted === null) return 'no-pairs';
  const overTasks = byTask?.equivalence?.verdict ?? equivalence?.verdict;
  if (equivalence?.verdict === 'equivalent' && overTasks === 'equivalent') return 'equivalent';
  if (pAdjusted > alpha || effect.effect === 0) return 'not-shown';
  return effect.effect > 0 ? 'a-higher' : 'b-higher';
}

/** Adjusts the p-values of all contrasts that were tested, and says what each may be read as. */
export function adjustFamily(
  contrasts: readonly RawContrast[],
  adjustment: Comparison['family']['adjustment'],
  alpha: number,
): { readonly size: number; readonly contrasts: readonly Contrast[] } {
  const tested = contrasts.flatMap(({ p }, at) => (p === null ? [] : [{ p, at }]));
  const adjusted = ADJUST[adjustment](tested.map(({ p }) => p));
  const byPlace = new Map(tested.map(({ at }, place) => [at, adjusted[place] as number]));
  return {
    size: tested.length,
    contrasts: contrasts.map((contrast, at) => {
      const pAdjusted = byPlace.get(at) ?? null;
      return { ...contrast, pAdjusted, reading: reading(contrast, pAdjusted, alpha) };
    }),
  };
}

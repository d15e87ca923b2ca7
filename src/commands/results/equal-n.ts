import type { Results } from '../../report/results/document.ts';
import { reliabilityAt } from '../../stats/reliability.ts';
import { summarise } from '../../stats/summary.ts';
import { gradeIn, type RunGroup } from './groups.ts';

const itemOf = ({ suite, task, trial }: RunGroup['runs'][number]): string =>
  JSON.stringify([suite, task, trial]);

/**
 * Worst case, tail and reliability of groups on the runs that all of them scored: the same tasks and trials, so that
 * minima are compared at equal n. Empty where they share none.
 */
export function atEqualN(groups: readonly RunGroup[], scorer: string): readonly Results['equalN'][number][] {
  const scored = groups
    .map(({ label, runs }) => ({
      label,
      values: new Map(
        runs.flatMap((run) => {
          const value = gradeIn(run, scorer);
          return value === undefined ? [] : [[itemOf(run), value] as const];
        }),
      ),
    }))
    .filter(({ values }) => values.size > 0);
  const [first] = scored;
  if (!first || scored.length < 2) return [];
  const shared = [...first.values.keys()].filter((item) => scored.every(({ values }) => values.has(item)));
  if (shared.length === 0) return [];
  return scored.map(({ label, values }) => {
    const own = shared.map((item) => values.get(item) as number);
    const { worst, cvarCeil, reliability, mean } = summarise(own, { alpha: 0.2, tau: 0.9 });
    return {
      scorer,
      label,
      n: own.length,
      mean,
      worst,
      cvar: cvarCeil,
      reliability90: reliability,
      reliability50: reliabilityAt(own, 0.5),
    };
  });
}

import type { Results } from '../../report/results/document.ts';
import { mean } from '../../stats/mean.ts';
import type { CheckId } from '../../study/results/checks/catalogue.ts';
import type { PlacedMark } from '../../study/results/collect.ts';
import { gradeIn, type RunGroup } from './groups.ts';

/** Checks that put single runs in doubt, so that the figure without them says something. */
const DOUBTED: readonly CheckId[] = [
  'future-history',
  'evaluator-file-read',
  'evaluator-file-edited',
  'hook-only-submission',
  'undeclared-tool',
  'timeout-with-reward',
  'simulator-error',
  'unparsed-verdict',
  'verdict-inverted',
  'arguments-swapped',
];

const meanOf = (values: readonly number[]): number | null => (values.length === 0 ? null : mean(values));

/** The figure of each group with and without the runs that a check marked. */
export function withoutMarked(
  groups: readonly RunGroup[],
  scorer: string,
  marks: readonly PlacedMark[],
): readonly Results['withoutMarked'][number][] {
  return DOUBTED.flatMap((check) => {
    const records = new Set(marks.filter((mark) => mark.check === check).map(({ record }) => record));
    if (records.size === 0) return [];
    return groups.flatMap(({ label, runs }) => {
      const marked = runs.filter(({ record }) => records.has(record));
      if (marked.length === 0) return [];
      const values = (own: typeof runs): readonly number[] =>
        own.flatMap((run) => gradeIn(run, scorer) ?? []);
      return [
        {
          check,
          scorer,
          label,
          marked: marked.length,
          markedMean: meanOf(values(marked)),
          all: meanOf(values(runs)),
          without: meanOf(values(runs.filter(({ record }) => !records.has(record)))),
        },
      ];
    });
  });
}

import type { PaperData } from '../../../audit/paper/paper-schemas.ts';
import { outputBudgetCap } from '../../../stats/output-budget.ts';
import { compared, notRecomputable } from '../compare.ts';
import { theRow } from '../find-row.ts';
import type { TableContent } from '../types.ts';

/** Section A.6, which has no table. */
const TOKENS_PER_ROW = 54;
const CAPS = [
  { budget: 6000, recall: '0.15', f1: '0.26' },
  { budget: 12_000, recall: '0.30', f1: '0.46' },
] as const;

/** The lowest of the caps on F1 that Section A.6 prints for T7: below 1, the interface has a floor. */
export function lowestCap(data: PaperData): number {
  const { rows } = theRow(data.task_params.rows, ({ task_id }) => task_id === 'T7_totals_trap', 'T7');
  return Math.min(...CAPS.map(({ budget }) => outputBudgetCap(budget, TOKENS_PER_ROW, rows).f1));
}

/** Section A.6: what re-emitting every row caps, from the rows of Table A11. */
export function sectionA6(data: PaperData): TableContent {
  const { rows } = theRow(data.task_params.rows, ({ task_id }) => task_id === 'T7_totals_trap', 'T7');
  return {
    id: 'A6',
    title: 'Caps of the output budget on T7',
    source: 'Section A.6, with the rows of Table A11',
    numbers: [
      ...CAPS.flatMap(({ budget, recall, f1 }) => {
        const cap = outputBudgetCap(budget, TOKENS_PER_ROW, rows);
        return [
          compared(`${budget} tokens, recall`, recall, cap.recall),
          compared(`${budget} tokens, F1`, f1, cap.f1),
        ];
      }),
      notRecomputable(
        'tokens per row',
        String(TOKENS_PER_ROW),
        'measured by the authors; raw transcripts not printed',
      ),
    ],
    notes: [
      'Section A.6 says that T7 is not a "Table-1 cell"; the table of E1 is now Figure 2 and Table A12, Table 1 the 2×2.',
    ],
  };
}

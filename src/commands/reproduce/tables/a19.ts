import type { PaperData } from '../../../audit/paper/paper-schemas.ts';
import { mean } from '../../../stats/mean.ts';
import { compared, consistent, notRecomputable } from '../compare.ts';
import { armOf, TASK_ROWS } from '../paired-arms.ts';
import { pooledRuns } from '../pooled.ts';
import type { ReproducedNumber, TableContent } from '../types.ts';

const ABSENT = 'n/a';

type Row = PaperData['scaffolding']['rows'][number];

const twinOf = (value: number | null): { twin?: number } => (value === null ? {} : { twin: value });

function rowNumbers(data: PaperData, row: Row, freeRetry: number): ReproducedNumber[] {
  const [l0, l1, l2] = row.printed;
  const scores = data.scaffolding.l0_per_task_scores.scores[row.model];
  const numbers: ReproducedNumber[] = [];
  if (l0 !== ABSENT) {
    numbers.push(
      scores
        ? compared(`${row.model} L0 judge`, l0, mean(scores) / 100, twinOf(row.L0_judge))
        : notRecomputable(`${row.model} L0 judge`, l0, 'per-task scores not released'),
    );
  }
  if (l1 !== ABSENT) {
    const coverage = compared(`${row.model} L1 coverage`, l1, freeRetry, twinOf(row.L1_coverage));
    numbers.push(
      consistent(coverage, 'equals the Llama constant arm at slack 2; the runs of B1 are not printed'),
    );
  }
  numbers.push(compared(`${row.model} L2 F1`, l2, mean(pooledRuns(data, row.model)), { twin: row.L2_f1 }));
  return numbers;
}

/** Table A19: the same models at L0, L1 and L2. */
export function tableA19(data: PaperData): TableContent {
  const freeRetry = mean(armOf(data, 'Llama-3.3-70B', 2, 'constant@mean').covered_rows_of_75) / TASK_ROWS;
  return {
    id: 'A19',
    title: 'The scaffolding spectrum',
    source: 'Table A19; L0 from the public release, L2 from Table A13',
    numbers: data.scaffolding.rows.flatMap((row) => rowNumbers(data, row, freeRetry)),
    notes: [
      "L0 is the mean of ten per-task scores. The release's file for Claude stores average_reward .9752, which disagrees with its own ten rewards (.9750).",
    ],
  };
}

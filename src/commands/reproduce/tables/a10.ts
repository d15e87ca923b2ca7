import type { PaperData } from '../../../audit/paper/paper-schemas.ts';
import { exactSum } from '../../../stats/exact-sum.ts';
import { f1FromCounts } from '../../../stats/f1.ts';
import { compared, onlyMismatches } from '../compare.ts';
import { theRow } from '../find-row.ts';
import type { ReproducedNumber, TableContent } from '../types.ts';

export const DIMENSIONS = [
  'correctness',
  'completeness',
  'robustness',
  'efficiency',
  'data_quality',
  'observability',
] as const;

export type ProbeRow = PaperData['judge_probe']['rows'][number];

export function probeOf(data: PaperData, submission: ProbeRow['submission']): ProbeRow {
  return theRow(data.judge_probe.rows, (row) => row.submission === submission, submission);
}

/** The judge's total in [0, 1], from its six dimensions in points; one of them may be replaced. */
export function judgeTotal(
  row: ProbeRow,
  instead: Partial<Record<(typeof DIMENSIONS)[number], number>> = {},
): number {
  return exactSum(DIMENSIONS.map((dimension) => instead[dimension] ?? row[dimension])) / 100;
}

/** True rows of each forged submission: only the correct one holds any. */
const trueRows = (row: ProbeRow): number => (row.submission === 'correct' ? row.rows : 0);

function rowNumbers(row: ProbeRow, groundTruth: number): ReproducedNumber[] {
  const { f1 } = f1FromCounts(trueRows(row), row.rows, groundTruth);
  const [rows = '', ...dimensions] = row.printed;
  const stated = [
    compared(`${row.submission} rows`, rows, row.rows),
    ...DIMENSIONS.map((dimension, i) =>
      compared(`${row.submission} ${dimension}`, dimensions[i] ?? '', row[dimension]),
    ),
  ];
  return [
    ...onlyMismatches(stated),
    compared(`${row.submission} judge total`, dimensions[6] ?? '', judgeTotal(row), {
      twin: row.judge_total,
    }),
    compared(`${row.submission} F1`, dimensions[7] ?? '', f1 ?? Number.NaN, { twin: row.f1 }),
  ];
}

/** Table A10: the judge's six dimensions on three forged submissions. */
export function tableA10(data: PaperData): TableContent {
  const [empty, fabricated, correct] = [
    probeOf(data, 'empty'),
    probeOf(data, 'fabricated'),
    probeOf(data, 'correct'),
  ];
  const groundTruth = theRow(data.task_params.rows, ({ task_id }) => task_id === 'T2_multi_page', 'T2').rows;
  const points = Object.values(data.judge_probe.max_points);
  return {
    id: 'A10',
    title: 'The shipped judge on forged submissions',
    source: 'Table A10, Section 3.2; task T2_multi_page',
    numbers: [
      ...[empty, fabricated, correct].flatMap((row) => rowNumbers(row, groundTruth)),
      compared(
        'fabrication cost',
        data.judge_probe.other_printed['fabrication cost'] ?? '',
        judgeTotal(correct) - judgeTotal(fabricated),
      ),
      compared('most points', '100', exactSum(points)),
      compared(
        'gate: efficiency of the empty submission is half',
        empty.printed[4] ?? '',
        correct.efficiency / 2,
      ),
      compared(
        'gate: observability of the empty submission is half',
        empty.printed[6] ?? '',
        correct.observability / 2,
      ),
    ],
    notes: [
      '.987 and .648 are on T2 (2,345 rows), the .980 and .645 of Table A4 on T3 (25 rows): a report must name the task beside each number.',
      "Section 3.2 says that correctness grades the count only against the submitter's own row_count; here a truthful empty submission loses 12 of 30 points, because the judge compares with the task's expected total. Values are still never checked.",
    ],
  };
}

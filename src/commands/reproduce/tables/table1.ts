import type { PaperData } from '../../../audit/paper/paper-schemas.ts';
import { compared, comparedText, consistent, onlyMismatches } from '../compare.ts';
import { theRow } from '../find-row.ts';
import type { ReproducedNumber, TableContent } from '../types.ts';

const CELLS = ['L0_judge', 'L0_f1', 'L2_judge', 'L2_f1'] as const;
const SPREAD = 'Model spread';
/** Section 5.2. */
const PAIRS = '21';

type Row = PaperData['joint_2x2']['rows'][number];

const spread = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

const modelsOf = (data: PaperData): readonly Row[] =>
  data.joint_2x2.rows.filter((row) => row.model !== SPREAD);

function identicalPairs(rows: readonly Row[]): { same: number; total: number } {
  let same = 0;
  let total = 0;
  for (const [i, one] of rows.entries()) {
    for (const other of rows.slice(i + 1)) {
      total += 1;
      if (one.L0_judge === other.L0_judge && one.L0_f1 === other.L0_f1) same += 1;
    }
  }
  return { same, total };
}

const cellNumbers = (row: Row): ReproducedNumber[] =>
  CELLS.map((cell, i) => compared(`${row.model} ${cell}, stated alike`, row.printed[i] ?? '', row[cell]));

/** Table 1: harness by scorer, seven models on T3, and what the cells say together. */
export function table1(data: PaperData): TableContent {
  const rows = modelsOf(data);
  const printed = theRow(data.joint_2x2.rows, (row) => row.model === SPREAD, 'the model spread');
  const submitting = rows.filter((row) => row.L2_judge > 0);
  const { same, total } = identicalPairs(rows);
  return {
    id: 'Table1',
    title: 'Harness by scorer, the 2×2',
    source: 'Table 1, Section 5.2; task T3_duplicates',
    numbers: [
      ...onlyMismatches(rows.flatMap(cellNumbers)),
      ...CELLS.map((cell, i) =>
        compared(
          `spread over models, ${cell}`,
          printed.printed[i] ?? '',
          spread(rows.map((row) => row[cell])),
          {
            twin: printed[cell],
          },
        ),
      ),
      compared(
        'judge spread over submitting models, L2',
        data.joint_2x2.submitting_judge_spread_printed,
        spread(submitting.map((row) => row.L2_judge)),
      ),
      compared('model pairs', PAIRS, total),
      consistent(
        comparedText(
          'identical payloads at L0',
          data.joint_2x2.identical_payload_pairs_printed,
          `${same} of ${total}`,
        ),
        'equal scores at L0 over all pairs; the payloads themselves are not printed',
      ),
    ],
    notes: [`${submitting.length} of ${rows.length} models submitted at L2.`],
  };
}

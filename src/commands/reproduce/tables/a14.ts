import type { PaperData } from '../../../audit/paper/paper-schemas.ts';
import { wilsonInterval } from '../../../stats/proportion.ts';
import { compared, comparedText } from '../compare.ts';
import { theRow } from '../find-row.ts';
import type { TableContent } from '../types.ts';

/** The transcripts read: how many, and how many of them solved the task. */
export function forensicCounts(data: PaperData): { solved: number; total: number } {
  const { rows } = data.forensics;
  return {
    solved: theRow(rows, ({ signature }) => signature.startsWith('Solved'), 'the solved transcripts').n,
    total: rows.reduce((sum, row) => sum + row.n, 0),
  };
}

/** Table A14: what 30 transcripts of GPT-4o on T3 show. */
export function tableA14(data: PaperData): TableContent {
  const { printed } = data.forensics;
  const { solved, total } = forensicCounts(data);
  const { lo, hi } = wilsonInterval(solved, total);
  const { f1 } = theRow(
    data.e1_per_seed.rows,
    (row) => row.model === 'GPT-4o' && row.task_id === 'T3_duplicates',
    'GPT-4o on T3',
  );
  const bounds = [...printed.wilson95, ...printed.wilson95_section_A8];
  const names = ['Wilson low', 'Wilson high', 'Wilson low (A.8)', 'Wilson high (A.8)'];
  return {
    id: 'A14',
    title: 'Transcript forensics of GPT-4o on T3',
    source: 'Table A14, Sections C.6 and A.8',
    numbers: [
      comparedText('solved', printed.solved, `${solved}/${total}`),
      comparedText('failed', printed.failed, `${total - solved}/${total}`),
      compared('solve rate', printed.solve_rate, solved / total),
      ...bounds.map((text, i) => compared(names[i] as string, text, i % 2 === 0 ? lo : hi)),
      comparedText(
        'solved in E1',
        printed.e1_estimate,
        `${f1.filter((score) => score === 1).length}/${f1.length}`,
      ),
    ],
    notes: [
      'The signatures are counts by hand; that they add up is checked, the reading of each transcript is not.',
    ],
  };
}

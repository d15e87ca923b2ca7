import type { PaperData } from '../../../audit/paper/paper-schemas.ts';
import { formatSignificant } from '../../../core/decimal.ts';
import { f1FromCounts } from '../../../stats/f1.ts';
import { compared, comparedText, onlyMismatches } from '../compare.ts';
import { theRow } from '../find-row.ts';
import type { ReproducedNumber, TableContent } from '../types.ts';

type Row = PaperData['e1_f1_fractions']['rows'][number];

/** As the table prints a score: six significant digits. */
const show = (value: number): string => formatSignificant(value, 6);

/** Every (u, S) with u true rows among S <= 2G submitted whose F1 prints as this value, smallest S first. */
function solutions(printed: string, groundTruth: number): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (let submitted = 0; submitted <= 2 * groundTruth; submitted += 1) {
    const near = Math.round((Number(printed) * (submitted + groundTruth)) / 2);
    for (let u = Math.max(0, near - 1); u <= Math.min(near + 1, submitted, groundTruth); u += 1) {
      if (show((2 * u) / (submitted + groundTruth)) === printed) found.push([u, submitted]);
    }
  }
  return found;
}

function fractionNumbers(row: Row): ReproducedNumber[] {
  const name = `${row.task_id} ${row.f1_printed}`;
  const stated = row.solutions_u_S.map(([u, s]) => `${u}/${s}`);
  const found = solutions(row.f1_printed, row.ground_truth_rows);
  const first = found.slice(0, stated.length).map(([u, s]) => `${u}/${s}`);
  const { u, S, recall, precision } = row.smallest_submission;
  const exact = f1FromCounts(u, S, row.ground_truth_rows);
  return [
    comparedText(`${name} F1 from counts`, row.f1_printed, show(exact.f1 ?? Number.NaN)),
    comparedText(`${name} solutions u/S`, stated.join(' '), first.join(' ')),
    compared(`${name} number of solutions`, String(row.n_solutions), found.length),
    comparedText(`${name} recall, precision`, `${recall} ${precision}`, `${exact.recall} ${exact.precision}`),
  ];
}

/** Per model and task: how many scores that are neither 0 nor 1 have a solution in whole rows. */
function rawNumbers(data: PaperData): ReproducedNumber[] {
  const known = new Set(data.e1_f1_fractions.rows.map((row) => `${row.task_id} ${row.f1_printed}`));
  return data.e1_per_seed.rows.flatMap((row) => {
    const name = `${row.model} ${row.task_label}`;
    const agreeing = row.printed.filter(
      (text, i) => Number(text) === row.f1[i] && show(Number(text)) === text,
    );
    const nontrivial = row.printed.filter((text) => text !== '0' && text !== '1');
    const explained = nontrivial.filter((text) => known.has(`${row.task_id} ${text}`));
    const { rows } = theRow(data.task_params.rows, (task) => task.task_id === row.task_id, row.task_id);
    return [
      compared(`${name} scores from whole rows`, String(nontrivial.length), explained.length),
      ...onlyMismatches([
        compared(`${name} scores stated alike`, String(row.f1.length), agreeing.length),
        compared(`${name} true rows`, String(row.ground_truth_rows), rows),
      ]),
    ];
  });
}

/** Table A13: each score that is neither 0 nor 1 as 2u/(S + G) in whole rows. */
export function tableA13(data: PaperData): TableContent {
  return {
    id: 'A13',
    title: 'Per-seed F1 as counts of rows',
    source: 'Table A13, with the rows of Table A11',
    numbers: [...data.e1_f1_fractions.rows.flatMap(fractionNumbers), ...rawNumbers(data)],
    notes: [
      'Every non-trivial score has at least one whole-number solution; which one occurred is inference, not print.',
      'The paper describes T7 as precision about 1.0; its smallest solutions have precision 0.80 to 1.00.',
    ],
  };
}

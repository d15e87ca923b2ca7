import type { PaperData } from '../../../audit/paper/paper-schemas.ts';
import { summarise } from '../../../stats/summary.ts';
import { compared, onlyMismatches } from '../compare.ts';
import { theRow } from '../find-row.ts';
import type { ReproducedNumber, TableContent } from '../types.ts';

type Row = PaperData['e1_per_task_stats']['rows'][number];

function rowNumbers(data: PaperData, row: Row): ReproducedNumber[] {
  const name = `${row.model} ${row.task_label}`;
  const { f1 } = theRow(
    data.e1_per_seed.rows,
    (raw) => raw.model === row.model && raw.task_id === row.task_id,
    name,
  );
  const { n, mean, stdPopulation, worst, cvarCeil, reliability } = summarise(f1, { alpha: 0.2, tau: 0.5 });
  const runs = compared(`${name} n`, row.printed.n, n, { twin: row.n });
  const statistic = (key: keyof Omit<Row['printed'], 'n'>, label: string, value: number): ReproducedNumber =>
    compared(`${name} ${label}`, row.printed[key], value, { twin: row[key] });
  return [
    ...onlyMismatches([runs]),
    statistic('mean', 'mean', mean),
    statistic('std', 'std', stdPopulation),
    statistic('worst', 'worst', worst),
    statistic('cvar_0_2', 'CVaR@0.2', cvarCeil),
    statistic('rel_at_0_5', 'Rel@0.5', reliability),
  ];
}

/** Table A12: five statistics of each model and task, from the per-seed scores of Table A13. */
export function tableA12(data: PaperData): TableContent {
  const { rows } = data.e1_per_task_stats;
  const unprintedRows = data.e1_per_seed.rows.length - rows.length;
  return {
    id: 'A12',
    title: 'Per-task reliability at L2',
    source: 'Table A12, from Table A13',
    numbers: rows.flatMap((row) => rowNumbers(data, row)),
    notes: [
      `The count of runs is checked in each of the ${rows.length} rows and listed only where it differs.`,
      'std is the population standard deviation; CVaR is the mean of the ceil(0.2 n) lowest; Rel counts scores of tau or more.',
      ...(unprintedRows === 0 ? [] : [`${unprintedRows} row(s) of Table A13 have no row in Table A12.`]),
    ],
  };
}

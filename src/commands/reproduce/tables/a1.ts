import type { PaperData } from '../../../audit/paper/paper-schemas.ts';
import { formatDecimal } from '../../../core/decimal.ts';
import { mean } from '../../../stats/mean.ts';
import { holm } from '../../../stats/multiplicity.ts';
import { compared, comparedText, notRecomputable, onlyMismatches, unprinted } from '../compare.ts';
import { armOf, type PairedRow, pairedRow, TASK_ROWS } from '../paired-arms.ts';
import { decimalsIn } from '../printed-pair.ts';
import type { ReproducedNumber, TableContent } from '../types.ts';
import { armNumbers, countNumbers, doseNumbers, sectionMeans } from './a1-sections.ts';

type Row = PaperData['escalation']['rows'][number];

const SLACK: Readonly<Record<string, number>> = { B2: 0, 'B2-slack': 2 };
const B1_REASON =
  'the raw vector is not printed; consistent with whole-row completions of the printed arms, which do not identify it';

/** The printed estimates of a row, in print order, each with the number that the data also state. */
function printedEstimates(row: Row): readonly (readonly [string, string, number])[] {
  const [lo = '', hi = ''] = decimalsIn(row.printed.ci95);
  const [cliffs = '', cliffsLo = '', cliffsHi = ''] = decimalsIn(row.printed.cliffs);
  return [
    ['Delta', row.printed.delta, row.delta],
    ['CI low', lo, row.ci95[0]],
    ['CI high', hi, row.ci95[1]],
    ["Cliff's delta", cliffs, row.cliffs_delta],
    ["Cliff's CI low", cliffsLo, row.cliffs_ci95[0]],
    ["Cliff's CI high", cliffsHi, row.cliffs_ci95[1]],
    ['p', row.printed.p, row.p],
  ];
}

function rowNumbers(data: PaperData, row: Row, paired: PairedRow, adjusted: number): ReproducedNumber[] {
  const slack = SLACK[row.experiment] as number;
  const name = `${row.experiment} ${row.model}`;
  const values = [
    paired.delta,
    paired.lo,
    paired.hi,
    paired.cliffs,
    paired.cliffsLo,
    paired.cliffsHi,
    paired.p,
  ];
  const escalating = armOf(data, row.model, slack, 'escalating');
  const constant = armOf(data, row.model, slack, 'constant@mean');
  const [skipsEscalating = '', skipsConstant = ''] = decimalsIn(row.printed.skips);
  const deaths = `${escalating.quota_deaths}/${paired.n}`;
  return [
    ...printedEstimates(row).map(([label, printed, twin], i) =>
      compared(`${name} ${label}`, printed, values[i] as number, { twin }),
    ),
    compared(`${name} Holm p`, row.printed.p_holm, adjusted, { twin: row.p_holm ?? Number.NaN }),
    comparedText(`${name} deaths`, row.printed.deaths, deaths),
    ...onlyMismatches([
      comparedText(`${name} deaths, stated alike`, row.printed.deaths, row.escalating_deaths ?? 'none'),
    ]),
    compared(`${name} skips, escalating`, skipsEscalating, escalating.skips, { twin: row.skips_escalating }),
    compared(`${name} skips, constant`, skipsConstant, constant.skips, { twin: row.skips_constant }),
    unprinted(`${name} exact p`, formatDecimal(paired.exactP, 5), 'the paper prints a Monte Carlo value'),
  ];
}

/** The pre-registered row, whose runs are printed nowhere. */
const freeRetryRow = (row: Row): ReproducedNumber[] =>
  printedEstimates(row).map(([label, printed, twin]) =>
    notRecomputable(`${row.experiment} ${row.model} ${label}`, printed, B1_REASON, { twin }),
  );

/** The rerun of Section A.2, number by number. */
const rerunNumbers = (data: PaperData): ReproducedNumber[] =>
  data.escalation.section_A2_rerun.flatMap(({ run, model, ...values }) =>
    Object.entries(values).map(([key, printed]) =>
      notRecomputable(`${run}, ${model}, ${key}`, printed, 'the raw runs of the rerun (A.2) are not printed'),
    ),
  );

/** Table A1 with Sections A.2 and A.4: escalating against constant fault intensity, seed by seed. */
export function tableA1(data: PaperData): TableContent {
  const tested = data.escalation.rows.filter((row) => row.experiment in SLACK);
  const paired = tested.map((row) => {
    const slack = SLACK[row.experiment] as number;
    const rows = (arm: 'escalating' | 'constant@mean') =>
      armOf(data, row.model, slack, arm).covered_rows_of_75;
    return pairedRow(rows('constant@mean'), rows('escalating'));
  });
  const adjusted = holm(paired.map(({ p }) => p));
  const exact = holm(paired.map(({ exactP }) => exactP)).map((p) => formatDecimal(p, 4));
  const ceiling = Math.max(...data.b2.rows.map((arm) => mean(arm.covered_rows_of_75) / TASK_ROWS));
  return {
    id: 'A1',
    title: 'Escalating against constant adversity',
    source: 'Table A1, Sections A.2 and A.4, from Tables A15 to A17',
    numbers: [
      ...data.escalation.rows.filter((row) => !(row.experiment in SLACK)).flatMap(freeRetryRow),
      ...tested.flatMap((row, i) => rowNumbers(data, row, paired[i] as PairedRow, adjusted[i] as number)),
      unprinted('Holm-adjusted exact p, in row order', exact.join(' ')),
      ...armNumbers(data),
      ...sectionMeans(data, ceiling),
      ...doseNumbers(data),
      ...countNumbers(data),
      ...rerunNumbers(data),
    ],
    notes: [
      'Seed 0, 2,000 bootstrap and 10,000 sign-flip draws, a fresh generator for each; coverage is k/75 with one whole k for each printed pair of decimals.',
      'The p-values are Monte Carlo counts without add-one and without the number of draws in the caption; the exact ones stand beside them and leave every Holm verdict unchanged.',
      '"0/120 to 38/120" divides 38 SKIP actions by 120 episodes: read it as 38 actions over 120 episodes.',
      'A ramp of intensity from 0 to 1.0 has mean 0.5; the constant arm runs at 0.60, the mean of 0.2, 0.4, 0.6, 0.8 and 1.0.',
    ],
  };
}

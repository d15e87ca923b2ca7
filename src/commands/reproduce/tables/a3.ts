import type { PaperData } from '../../../audit/paper/paper-schemas.ts';
import { formatDecimal } from '../../../core/decimal.ts';
import { type EtaSquared, etaSquaredBinary } from '../../../stats/eta-squared.ts';
import { signTest } from '../../../stats/sign-test.ts';
import { compared, comparedText, unprinted } from '../compare.ts';
import { theRow } from '../find-row.ts';
import type { ReproducedNumber, TableContent } from '../types.ts';

const TASKS = 15;
/** Section A.10, in words around the table. */
const GAP_LOW = '0.067';
const GAP_HIGH = '0.200';
const FIRST_SCAFFOLD = 'tool-calling';
const LAST_SCAFFOLD = 'react';

interface Slice {
  readonly models: readonly string[];
  readonly scaffolds: readonly string[];
  /** Successes by scaffold and model. */
  readonly cells: readonly (readonly number[])[];
}

function sliceOf(data: PaperData): Slice {
  const { rows } = data.tau_slice;
  const models = Object.keys(rows[0]?.successes_of_15 ?? {});
  return {
    models,
    scaffolds: rows.map((row) => row.scaffold),
    cells: rows.map((row) => models.map((model) => row.successes_of_15[model] ?? Number.NaN)),
  };
}

const show = (value: number | null): string => (value === null ? 'not defined' : formatDecimal(value, 4));
const range = (values: readonly number[]): number => (Math.max(...values) - Math.min(...values)) / TASKS;

function cellNumbers(data: PaperData, { models, cells }: Slice): ReproducedNumber[] {
  return data.tau_slice.rows.flatMap((row, i) =>
    models.map((model, j) => {
      const name = `${row.scaffold}, ${model}`;
      return compared(name, row.printed[j] ?? '', (cells[i]?.[j] ?? Number.NaN) / TASKS, {
        twin: Number(row[model]),
      });
    }),
  );
}

function etaNumbers(data: PaperData, eta: EtaSquared): ReproducedNumber[] {
  const { scaffold, model } = data.tau_slice.eta_squared_printed;
  const { omegaSquared } = eta;
  return [
    compared('eta squared, scaffold', scaffold, eta.rows ?? Number.NaN),
    compared('eta squared, model', model, eta.columns ?? Number.NaN),
    unprinted('eta squared, interaction', show(eta.interaction)),
    unprinted('eta squared, residual', show(eta.residual), 'the task sum of squares stays inside it'),
    unprinted('omega squared, scaffold', show(omegaSquared.rows), 'less biased than eta squared'),
    unprinted('omega squared, model', show(omegaSquared.columns), 'below 0: no effect to be told from noise'),
  ];
}

/** Ups and downs are printed, and their difference must be what the cells of the two scaffolds say. */
function signNumbers(data: PaperData, slice: Slice): ReproducedNumber[] {
  const cellsOf = (scaffold: string): readonly number[] =>
    slice.cells[slice.scaffolds.indexOf(scaffold)] ?? [];
  return data.tau_slice.sign_tests_printed.flatMap(({ model, up, down, p }) => {
    const at = slice.models.indexOf(model);
    const net = (cellsOf(FIRST_SCAFFOLD)[at] ?? 0) - (cellsOf(LAST_SCAFFOLD)[at] ?? 0);
    return [
      compared(`sign test ${model} p`, p, signTest(up, down)),
      compared(`sign test ${model} net tasks`, String(up - down), net),
    ];
  });
}

function swingNumbers(data: PaperData, { models, scaffolds, cells }: Slice): ReproducedNumber[] {
  const column = (j: number): readonly number[] => cells.map((row) => row[j] ?? Number.NaN);
  const swings = models.map((model, j) => ({ model, swing: range(column(j)) }));
  const largest = [...swings].sort((a, b) => b.swing - a.swing)[0];
  const { model, value } = data.tau_slice.largest_swing_printed;
  const gaps = cells.map(range);
  return [
    comparedText('largest swing, model', model, largest?.model ?? 'none'),
    compared('largest swing', value, largest?.swing ?? Number.NaN),
    compared('smallest model gap within a scaffold', GAP_LOW, Math.min(...gaps)),
    compared('largest model gap within a scaffold', GAP_HIGH, Math.max(...gaps)),
    ...models.map((line, j) =>
      unprinted(
        `Figure A4 line, ${line}`,
        column(j)
          .map((successes, i) => `${scaffolds[i]} ${formatDecimal(successes / TASKS, 3)}`)
          .join(', '),
      ),
    ),
  ];
}

function retestNumbers(data: PaperData): ReproducedNumber[] {
  const { original, rerun, flips, noise, tasks_agreeing: agreeing } = data.tau_slice.retest_printed;
  const row = theRow(data.tau_slice.rows, ({ scaffold }) => scaffold === FIRST_SCAFFOLD, FIRST_SCAFFOLD);
  const before = row.successes_of_15['Claude-Sonnet-4.6'] ?? Number.NaN;
  return [
    compared('retest, original', original, before / TASKS),
    compared('retest, rerun', rerun, (before + flips.length) / TASKS),
    compared('retest, noise', noise, flips.length / TASKS),
    comparedText('retest, tasks agreeing', agreeing, `${TASKS - flips.length} of ${TASKS}`),
  ];
}

/** Table A3, Section 5.4 and A.10: four released scaffolds by three models on a slice of tau-bench. */
export function tableA3(data: PaperData): TableContent {
  const slice = sliceOf(data);
  return {
    id: 'A3',
    title: 'Scaffold against model on a slice of tau-bench',
    source: 'Table A3, Figure A4, Sections 5.4 and A.10',
    numbers: [
      ...cellNumbers(data, slice),
      ...etaNumbers(data, etaSquaredBinary(slice.cells, TASKS)),
      ...signNumbers(data, slice),
      ...swingNumbers(data, slice),
      ...retestNumbers(data),
    ],
    notes: [
      'Rewards are 0 or 1, so the cell means determine every term; a task-adjusted share needs per-task data, which are not printed.',
      'That scaffold moves reward more than model does survives the bias correction; the sizes do not.',
    ],
  };
}

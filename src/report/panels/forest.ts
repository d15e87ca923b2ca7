import type { ForestRow } from '../../audit/types.ts';
import { foldedNumbers } from '../html/table.ts';
import { type Markup, NOTHING } from '../markup.ts';
import { fixed, interval, NO_VALUE, pValue, signed } from '../number.ts';
import { forestPlot } from '../plots/forest.ts';
import { figure, panel } from './frame.ts';

function numbers(rows: readonly ForestRow[]): Markup {
  const columns = [
    { title: 'Comparison' },
    { title: 'Origin' },
    ...['n', 'Effect', 'Interval', 'p', 'p (Holm)'].map((title) => ({ title, number: true })),
  ];
  return foldedNumbers(
    'effects of escalation',
    columns,
    rows.map((row) => [
      row.label,
      row.origin,
      fixed(row.n, 0),
      signed(row.delta, 3),
      interval(row.lo, row.hi, 3),
      pValue(row.p),
      row.pHolm === null ? NO_VALUE : pValue(row.pHolm),
    ]),
  );
}

/** What escalation costs, effect by effect, against zero. */
export function forestPanel(rows: readonly ForestRow[]): Markup {
  if (rows.length === 0) return NOTHING;
  const about =
    'What an escalating adversary costs, against one that is constant at the same mean. An interval that crosses zero shows no effect. Filled: run here. Hollow: the paper’s.';
  const title = 'Escalation forest';
  const drawing = forestPlot(rows, { id: 'forest-0', title });
  return panel({ id: 'forest', title, about }, [
    figure('Constant minus escalating', undefined, drawing, numbers(rows)),
  ]);
}

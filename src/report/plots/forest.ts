import { dot, gridX, type PlotOptions, ruleX, ruleY, text } from '@observablehq/plot';
import type { ForestRow } from '../../audit/types.ts';
import type { Markup } from '../markup.ts';
import { interval, signed } from '../number.ts';
import { drawBoth, type PlotSize, type PlotText } from './canvas.ts';
import { rowLayout, rowPlot, valueAxis } from './rows.ts';

/** Pixels. */
const VALUE_COLUMN = 170;
const MARKS_HEIGHT = 14;

function build(rows: readonly ForestRow[], size: PlotSize): PlotOptions {
  const wide = size.name === 'wide';
  const layout = rowLayout(
    rows.map((row) => row.label),
    size,
    MARKS_HEIGHT,
  );
  const data = rows.map((row, i) => ({ i, ...row }));
  const frame = rowPlot(layout, rows.length, { label: 'effect, with its interval', nice: true });
  const colour = (row: ForestRow): string => (row.origin === 'executed' ? 'var(--s1)' : 'var(--s2)');
  const values = text(data, {
    y: 'i',
    text: (row: ForestRow) => `${signed(row.delta, 3)} ${interval(row.lo, row.hi, 3)}`,
    frameAnchor: 'right',
    textAnchor: 'start',
    dx: 14,
    fontVariant: 'tabular-nums',
  });
  return {
    ...frame,
    marginRight: wide ? VALUE_COLUMN : 18,
    marks: [
      gridX(),
      valueAxis({ ...(wide ? {} : { ticks: 4 }) }),
      ruleX([0], { stroke: 'var(--ink)', strokeWidth: 1.5 }),
      layout.labels(),
      ruleY(data, { y: 'i', x1: 'lo', x2: 'hi', stroke: colour, strokeWidth: 2, dy: layout.lower }),
      dot(data, {
        y: 'i',
        x: 'delta',
        r: 4.5,
        stroke: colour,
        fill: (row: ForestRow) => (row.origin === 'executed' ? 'var(--s1)' : 'var(--ground)'),
        dy: layout.lower,
      }),
      ...(wide ? [values] : []),
    ],
  };
}

/** Effects with their intervals against zero; filled where run here, hollow where the paper's. */
export function forestPlot(rows: readonly ForestRow[], text: Pick<PlotText, 'id' | 'title'>): Markup {
  return drawBoth((size) => build(rows, size), {
    ...text,
    description:
      'One row an effect: a dot at the estimate and a line over its interval, against a vertical line at zero. Filled dots were run here, hollow dots are the paper’s. The table below holds every number.',
  });
}

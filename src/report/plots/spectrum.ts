import { barX, dot, type PlotOptions, ruleY, tickX } from '@observablehq/plot';
import type { Spectrum, SpectrumRow } from '../../audit/types.ts';
import type { Markup } from '../markup.ts';
import { visible } from '../visible.ts';
import { drawBoth, type PlotSize } from './canvas.ts';
import { rowLayout, rowPlot, UNIT_SCALE, unitAxis } from './rows.ts';

const MARKS_HEIGHT = 18;
const BOX_HEIGHT = 12;

/** What the plot shows of a spectrum. */
export interface PlottedSpectrum extends Pick<Spectrum, 'title' | 'scorer'> {
  readonly rows: readonly Pick<SpectrumRow, 'model' | 'mean' | 'worst' | 'best' | 'cvar' | 'quartiles'>[];
}

function build({ rows, scorer }: PlottedSpectrum, size: PlotSize): PlotOptions {
  const layout = rowLayout(
    rows.map((row) => row.model),
    size,
    MARKS_HEIGHT,
  );
  const data = rows.map((row, i) => ({ i, ...row, q1: row.quartiles[0], q3: row.quartiles[2] }));
  const inset = (layout.rowHeight - BOX_HEIGHT) / 2;
  const box = { insetTop: inset, insetBottom: inset, insetLeft: -1, insetRight: -1, dy: layout.lower };
  return {
    ...rowPlot(layout, rows.length, { ...UNIT_SCALE, label: visible(scorer) }),
    marks: [
      ...unitAxis(),
      layout.labels(),
      ruleY(data, { y: 'i', x1: 'worst', x2: 'best', stroke: 'var(--soft)', dy: layout.lower }),
      barX(data, {
        y: 'i',
        x1: 'q1',
        x2: 'q3',
        fill: 'var(--s1)',
        fillOpacity: 0.3,
        stroke: 'var(--s1)',
        ...box,
      }),
      tickX(data, { y: 'i', x: 'cvar', stroke: 'var(--s2)', strokeWidth: 3, ...box }),
      dot(data, {
        y: 'i',
        x: 'worst',
        symbol: 'triangle',
        r: 4,
        fill: 'var(--ground)',
        stroke: 'var(--s7)',
        dy: layout.lower,
      }),
      dot(data, { y: 'i', x: 'mean', r: 4, fill: 'var(--s7)', dy: layout.lower }),
    ],
  };
}

/** Box of the middle half, line from worst to best, dot at the mean, tick at CVaR, triangle at the worst run. */
export function spectrumPlot(spectrum: PlottedSpectrum, id: string): Markup {
  return drawBoth((size) => build(spectrum, size), {
    id,
    title: spectrum.title,
    description:
      'One row a model: a box over the middle half of its runs, a line from worst to best, a dot at the mean, a thick tick at the mean of the worst fifth, a triangle at the worst run. The table below holds every number.',
  });
}

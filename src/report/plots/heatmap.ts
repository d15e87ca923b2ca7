import { axisX, axisY, cell, type PlotOptions, text } from '@observablehq/plot';
import type { Markup } from '../markup.ts';
import { fixed } from '../number.ts';
import { drawBoth, type PlotSize, type PlotText } from './canvas.ts';

/** Shares by row and column; null where there is no run. */
export interface Heatmap {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly cells: readonly (readonly (number | null)[])[];
}

const ROW_HEIGHT = 30;
const MARGIN_TOP = 84;
const MARGIN_BOTTOM = 8;
const CHARACTER = 0.62;
const MOST_LABEL = 0.4;

function build({ rows, columns, cells }: Heatmap, { width, fontSize }: PlotSize): PlotOptions {
  const data = rows.flatMap((row, at) =>
    columns.flatMap((column, index) => {
      const value = cells[at]?.[index] ?? null;
      return value === null ? [] : [{ row, column, value }];
    }),
  );
  const longest = Math.max(...rows.map((row) => row.length));
  const marginLeft = Math.min(width * MOST_LABEL, longest * fontSize * CHARACTER + 12);
  return {
    height: MARGIN_TOP + rows.length * ROW_HEIGHT + MARGIN_BOTTOM,
    ...{ marginTop: MARGIN_TOP, marginBottom: MARGIN_BOTTOM, marginLeft, marginRight: 44 },
    x: { domain: [...columns], label: null, padding: 0.04 },
    y: { domain: [...rows], label: null, padding: 0.06 },
    marks: [
      axisX({ anchor: 'top', tickRotate: -38, tickSize: 0 }),
      axisY({ tickSize: 0 }),
      // Darker is more: the words in the cell say how much, so that the colour is no source of its own.
      cell(data, {
        x: 'column',
        y: 'row',
        fill: 'var(--s1)',
        fillOpacity: ({ value }) => 0.06 + 0.5 * value,
      }),
      text(data, { x: 'column', y: 'row', text: ({ value }) => fixed(value * 100, 0), fill: 'var(--ink)' }),
    ],
  };
}

/** A table of shares as a heatmap, in per cent. */
export const heatmapPlot = (map: Heatmap, about: Pick<PlotText, 'id' | 'title'>): Markup =>
  drawBoth((size) => build(map, size), {
    ...about,
    description: `${map.rows.length} rows by ${map.columns.length} columns of shares in per cent. The table below holds every number.`,
  });

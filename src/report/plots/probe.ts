import { barX, type PlotOptions, text } from '@observablehq/plot';
import type { ProbeRow } from '../../audit/types.ts';
import { html, type Markup } from '../markup.ts';
import { fixed } from '../number.ts';
import { drawBoth, type PlotSize, type PlotText } from './canvas.ts';
import { legend } from './legend.ts';
import { rowLayout, rowPlot, UNIT_SCALE, unitAxis } from './rows.ts';

/** Height of one bar, and of what belongs to one row, in pixels. */
const HALF = 9;
const MARKS_HEIGHT = 24;

/** Both scorers, the first drawn above the second; the second is also lighter and outlined. */
const SCORERS = [
  { key: 'judge', label: 'shipped judge', colour: 'var(--s1)', opacity: 0.9, offset: -HALF / 2 - 1.5 },
  {
    key: 'truthByRecord',
    label: 'ground truth, by whole record',
    colour: 'var(--s2)',
    opacity: 0.35,
    offset: HALF / 2 + 1.5,
  },
] as const;

function build(rows: readonly ProbeRow[], size: PlotSize): PlotOptions {
  const layout = rowLayout(
    rows.map((row) => row.title),
    size,
    MARKS_HEIGHT,
  );
  const data = rows.map((row, i) => ({ i, ...row }));
  const inset = (layout.rowHeight - HALF) / 2;
  const marks = SCORERS.flatMap(({ key, colour, opacity, offset }) => {
    const dy = layout.lower + offset;
    return [
      barX(data, {
        y: 'i',
        x1: 0,
        x2: key,
        fill: colour,
        fillOpacity: opacity,
        stroke: colour,
        insetTop: inset,
        insetBottom: inset,
        dy,
      }),
      text(data, {
        y: 'i',
        x: key,
        text: (row: ProbeRow) => fixed(row[key], 3),
        textAnchor: 'start',
        dx: 4,
        dy,
        fontSize: 9.5,
        fontVariant: 'tabular-nums',
      }),
    ];
  });
  return {
    ...rowPlot(layout, rows.length, { ...UNIT_SCALE, label: 'score' }),
    marginRight: 44,
    marks: [...unitAxis(), layout.labels(), ...marks],
  };
}

/** What the shipped judge pays for each submission, above what the truth says it is worth. */
export function probePlot(rows: readonly ProbeRow[], about: Pick<PlotText, 'id' | 'title'>): Markup {
  const entries = SCORERS.map(({ label, colour, opacity }, i) => ({
    id: `${about.id}-l${i}`,
    label,
    marks: [
      barX([0], {
        x1: -1,
        x2: 1,
        insetTop: 3,
        insetBottom: 3,
        fill: colour,
        fillOpacity: opacity,
        stroke: colour,
      }),
    ],
  }));
  const drawn = drawBoth((size) => build(rows, size), {
    ...about,
    description:
      'One row a submission with two bars: the score that the shipped judge gives it, and its true quality by whole record. The table below holds every number.',
  });
  return html`${legend(entries)}${drawn}`;
}

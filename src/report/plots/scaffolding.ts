import { dot, type PlotOptions, ruleY } from '@observablehq/plot';
import type { ScaffoldingRow } from '../../audit/types.ts';
import { html, type Markup } from '../markup.ts';
import { drawBoth, type PlotSize, type PlotText } from './canvas.ts';
import { legend } from './legend.ts';
import { rowLayout, rowPlot, UNIT_SCALE, unitAxis } from './rows.ts';
import { seriesStyle } from './series.ts';

/** Each level with the scorer that it is shown under, and how far it stands off the row's middle. */
const LEVELS = [
  { key: 'L0Judge', label: 'L0 × shipped judge', offset: -7 },
  { key: 'L1Coverage', label: 'L1 × coverage', offset: 0 },
  { key: 'L2Truth', label: 'L2 × ground truth', offset: 7 },
] as const;

const MARKS_HEIGHT = 22;

function build(rows: readonly ScaffoldingRow[], size: PlotSize): PlotOptions {
  const layout = rowLayout(
    rows.map((row) => row.model),
    size,
    MARKS_HEIGHT,
  );
  const marks = LEVELS.flatMap(({ key, offset }, level) => {
    const { stroke, symbol } = seriesStyle(level, true);
    const data = rows.flatMap((row, i) => {
      const value = row[key];
      return value === null ? [] : [{ i, value, fill: row.origin === 'executed' ? stroke : 'var(--ground)' }];
    });
    const dy = layout.lower + offset;
    return [
      ruleY(data, { y: 'i', x1: 0, x2: 'value', stroke, strokeOpacity: 0.45, strokeWidth: 1.5, dy }),
      dot(data, { y: 'i', x: 'value', symbol, stroke, fill: 'fill', r: 3.75, dy }),
    ];
  });
  return {
    ...rowPlot(layout, rows.length, {
      ...UNIT_SCALE,
      label: 'score',
    }),
    marks: [...unitAxis(), layout.labels(), ...marks],
  };
}

/** One row a model, one mark a level: the same models, told apart or not by how much the scaffold does for them. */
export function scaffoldingPlot(
  rows: readonly ScaffoldingRow[],
  text: Pick<PlotText, 'id' | 'title'>,
): Markup {
  const entries = LEVELS.map(({ label }, i) => {
    const { stroke, symbol } = seriesStyle(i, true);
    return {
      id: `${text.id}-l${i}`,
      label,
      marks: [dot([0], { x: 0, y: 0, symbol, stroke, fill: stroke, r: 4 })],
    };
  });
  const drawn = drawBoth((size) => build(rows, size), {
    ...text,
    description:
      'One row a model with three marks: its score at L0 by the shipped judge, at L1 by coverage, at L2 by ground truth. Hollow marks are the paper’s. The table below holds every number.',
  });
  return html`${legend(entries)}${drawn}`;
}

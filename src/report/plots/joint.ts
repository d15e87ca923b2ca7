import { dot, gridX, type PlotOptions, ruleX, ruleY, text } from '@observablehq/plot';
import type { JointIntervention } from '../../audit/types.ts';
import type { Markup } from '../markup.ts';
import { fixed } from '../number.ts';
import { drawBoth, type PlotSize, type PlotText } from './canvas.ts';
import { rowLayout, UNIT_SCALE, valueAxis } from './rows.ts';

const LEVELS = ['L0', 'L2'] as const;
const SCORERS = ['shipped', 'truth'] as const;
const SCORER_WORDS = { shipped: 'shipped judge', truth: 'ground truth' } as const;

/** Pixels: one row's marks, the words over a cell, the space between columns, and the margins. */
const MARKS_HEIGHT = 12;
const HEAD = 42;
const BETWEEN_COLUMNS = 34;
const MARGIN_RIGHT = 16;
const MARGIN_BOTTOM = 30;

function build({ rows, spread }: JointIntervention, size: PlotSize): PlotOptions {
  const layout = rowLayout(
    rows.map((row) => row.model),
    size,
    MARKS_HEIGHT,
  );
  const across = (size.width - layout.marginLeft - MARGIN_RIGHT - BETWEEN_COLUMNS) / 2;
  const down = rows.length * layout.rowHeight;
  const data = LEVELS.flatMap((level) =>
    SCORERS.flatMap((scorer) => rows.map((row, i) => ({ i, level, scorer, value: row[level][scorer] }))),
  );
  const cells = LEVELS.flatMap((level) => SCORERS.map((scorer) => ({ level, scorer })));
  const facet = { fx: 'scorer', fy: 'level' } as const;
  return {
    height: 2 * down + 2 * HEAD + MARGIN_BOTTOM,
    marginTop: HEAD,
    marginBottom: MARGIN_BOTTOM,
    marginLeft: layout.marginLeft,
    marginRight: MARGIN_RIGHT,
    x: { ...UNIT_SCALE, label: null },
    y: layout.y,
    fx: {
      domain: [...SCORERS],
      axis: null,
      paddingInner: BETWEEN_COLUMNS / (across + BETWEEN_COLUMNS),
      paddingOuter: 0,
    },
    fy: { domain: [...LEVELS], axis: null, paddingInner: HEAD / (down + HEAD), paddingOuter: 0 },
    marks: [
      gridX({ ticks: [0, 0.5, 1] }),
      valueAxis({ ticks: [0, 0.5, 1], tickFormat: '.1f' }),
      ruleX([0], { stroke: 'var(--soft)' }),
      text(cells, {
        ...facet,
        text: ({ level, scorer }) =>
          `${level} × ${SCORER_WORDS[scorer as 'shipped']}\nspread ${fixed(spread[level as 'L0'][scorer as 'shipped'], 3)}`,
        frameAnchor: 'top-left',
        textAnchor: 'start',
        lineAnchor: 'bottom',
        dy: -6,
        fontWeight: 650,
        lineHeight: 1.3,
      }),
      layout.labels('shipped'),
      ruleY(data, {
        ...facet,
        y: 'i',
        x1: 0,
        x2: 'value',
        stroke: 'var(--s1)',
        strokeOpacity: 0.45,
        strokeWidth: 2,
        dy: layout.lower,
      }),
      dot(data, { ...facet, y: 'i', x: 'value', fill: 'var(--s1)', r: 4, dy: layout.lower }),
    ],
  };
}

/** The 2×2: harness by scorer, each cell with every model's mean and the spread between models. */
export function jointPlot(joint: JointIntervention, about: Pick<PlotText, 'id' | 'title'>): Markup {
  return drawBoth((size) => build(joint, size), {
    ...about,
    description:
      'Four cells: harness L0 or L2 by shipped judge or ground truth. Each shows one dot a model at its mean score, and the spread between the best and the worst model. The table below holds every number.',
  });
}

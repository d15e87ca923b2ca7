import { dot, gridX, type PlotOptions, ruleX, ruleY, text } from '@observablehq/plot';
import type { JointIntervention } from '../../audit/types.ts';
import type { Markup } from '../markup.ts';
import { fixed } from '../number.ts';
import { drawBoth, type PlotSize, type PlotText } from './canvas.ts';
import { rowLayout, UNIT_SCALE, valueAxis } from './rows.ts';

const LEVELS = ['L0', 'L2'] as const;
const SCORERS = ['shipped', 'truth'] as const;
const SCORER_WORDS = { shipped: 'shipped judge', truth: 'ground truth' } as const;

function build({ rows, spread }: JointIntervention, size: PlotSize): PlotOptions {
  const narrow = size.name === 'narrow';
  const layout = rowLayout(
    rows.map((row) => row.model),
    size,
  );
  const rowHeight = narrow ? 30 : 20;
  const data = LEVELS.flatMap((level) =>
    SCORERS.flatMap((scorer) => rows.map((row, i) => ({ i, level, scorer, value: row[level][scorer] }))),
  );
  const cells = LEVELS.flatMap((level) => SCORERS.map((scorer) => ({ level, scorer })));
  const facet = { fx: 'scorer', fy: 'level' } as const;
  return {
    height: 2 * (rows.length * rowHeight + 52) + 40,
    marginTop: 34,
    marginBottom: 40,
    marginLeft: layout.marginLeft,
    marginRight: 16,
    x: { ...UNIT_SCALE, label: null },
    y: layout.y,
    fx: { domain: [...SCORERS], axis: null, padding: narrow ? 0.16 : 0.1 },
    fy: { domain: [...LEVELS], axis: null, padding: 0.2 },
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
        dy: narrow ? -8 : -6,
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

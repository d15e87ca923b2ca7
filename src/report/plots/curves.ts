import { axisY, dot, gridY, line, type Markish, type PlotOptions, ruleX, ruleY } from '@observablehq/plot';
import type { Curve, CurvePlot } from '../../audit/types.ts';
import { html, type Markup } from '../markup.ts';
import { visible } from '../visible.ts';
import { drawBoth, type PlotSize } from './canvas.ts';
import { legend, lineGlyph } from './legend.ts';
import { valueAxis } from './rows.ts';
import { seriesStyle } from './series.ts';

/** Pixels between curves that share an x, so that their intervals do not hide each other. */
const DODGE = 4;

function curveMarks({ points, origin }: Curve, i: number, count: number): Markish[] {
  const executed = origin === 'executed';
  const { stroke, symbol, strokeDasharray } = seriesStyle(i, executed);
  const dx = (i - (count - 1) / 2) * DODGE;
  const held = points.filter((point) => point.lo !== null && point.hi !== null);
  return [
    ruleX(held, { x: 'x', y1: 'lo', y2: 'hi', stroke, strokeWidth: 1.5, strokeOpacity: 0.7, dx }),
    line(points, { x: 'x', y: 'y', stroke, strokeDasharray, strokeWidth: 2, dx }),
    dot(points, { x: 'x', y: 'y', symbol, stroke, fill: executed ? stroke : 'var(--ground)', r: 4, dx }),
  ];
}

function build({ x, y, curves }: CurvePlot, size: PlotSize): PlotOptions {
  const narrow = size.name === 'narrow';
  const ticks = [...new Set(curves.flatMap((curve) => curve.points.map((point) => point.x)))].toSorted(
    (a, b) => a - b,
  );
  return {
    height: narrow ? 250 : 340,
    marginTop: 28,
    marginBottom: 44,
    marginLeft: 48,
    marginRight: 20,
    x: { type: 'linear', label: visible(x), inset: 16 },
    y: { type: 'linear', label: visible(y), nice: true },
    marks: [
      gridY({ ticks: 5 }),
      ruleY([0], { stroke: 'var(--soft)' }),
      axisY({ ticks: 5, tickSize: 0, labelArrow: 'none' }),
      valueAxis({ tickSize: 4, ...(ticks.length <= 9 ? { ticks, tickFormat: String } : {}) }),
      ...curves.flatMap((curve, i) => curveMarks(curve, i, curves.length)),
    ],
  };
}

/** Curves with an interval at each point; dashed and hollow where the numbers are not of this run. */
export function curvesPlot(data: CurvePlot, id: string): Markup {
  const drawn = drawBoth((size) => build(data, size), {
    id,
    title: data.title,
    description: `${data.y} by ${data.x}, one curve each for ${data.curves.map((curve) => curve.label).join(', ')}. Vertical bars are intervals. The table below holds every number.`,
  });
  const entries = data.curves.map(({ label, origin }, i) => {
    const { stroke, symbol, strokeDasharray } = seriesStyle(i, origin === 'executed');
    return {
      id: `${id}-l${i}`,
      label: origin === 'executed' ? label : `${label} (${origin})`,
      marks: lineGlyph(stroke, strokeDasharray, symbol, origin === 'executed'),
    };
  });
  return html`${legend(entries)}${drawn}`;
}

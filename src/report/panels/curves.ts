import type { CurvePlot } from '../../audit/types.ts';
import { foldedNumbers } from '../html/table.ts';
import type { Markup } from '../markup.ts';
import { fixed, interval, NO_VALUE } from '../number.ts';
import { curvesPlot } from '../plots/curves.ts';
import { figure, panel } from './frame.ts';

function numbers({ title, x, y, curves }: CurvePlot): Markup {
  const columns = [
    { title: 'Curve' },
    { title: 'Origin' },
    { title: x, number: true },
    { title: y, number: true },
    { title: 'Interval', number: true },
    { title: 'n', number: true },
  ];
  const rows = curves.flatMap(({ label, origin, points }) =>
    points.map((point) => [
      label,
      origin,
      String(point.x),
      fixed(point.y, 3),
      point.lo === null || point.hi === null ? NO_VALUE : interval(point.lo, point.hi, 3),
      fixed(point.n, 0),
    ]),
  );
  return foldedNumbers(title, columns, rows);
}

/** Degradation and dose-response curves. */
export function curvesPanel(curves: readonly CurvePlot[]): Markup {
  const about =
    'How much is lost as the environment turns against the agent. Vertical bars are intervals; curves that share a point are drawn a little apart. Dashed curves with hollow marks were not run here.';
  return panel(
    { id: 'curves', title: 'Degradation and dose response', about },
    curves.map((plot, i) => figure(plot.title, undefined, curvesPlot(plot, `curves-${i}`), numbers(plot))),
  );
}

import {
  type AxisXOptions,
  axisX,
  gridX,
  type Markish,
  type PlotOptions,
  type ScaleOptions,
  text,
} from '@observablehq/plot';
import { visible } from '../visible.ts';
import type { PlotSize } from './canvas.ts';

const CHARACTER = 0.56;
const LONGEST_BESIDE = 34;
const GAP = 10;

/** Where the names of a plot's rows stand and what room they take. Rows are told apart by position, not by name. */
export interface RowLayout {
  readonly marginLeft: number;
  readonly rowHeight: number;
  /** How far marks stand below the middle of their row, to leave room for a name above them. */
  readonly lower: number;
  readonly y: ScaleOptions;
  /** The names as a mark; in a faceted plot, in the column named. */
  readonly labels: (column?: string) => Markish;
}

/** Names beside the rows when there is width for them, above the rows when there is not. */
export function rowLayout(names: readonly string[], size: PlotSize): RowLayout {
  const shown = names.map(visible);
  const longest = Math.max(...shown.map((name) => name.length), 1);
  const y: ScaleOptions = { type: 'band', domain: names.map((_, i) => i), axis: null, padding: 0 };
  const above = size.name === 'narrow';
  const width = Math.min(longest, LONGEST_BESIDE) * CHARACTER * size.fontSize;
  const labels = (column?: string): Markish =>
    text(shown, {
      y: (_name: string, i: number) => i,
      text: (name: string) => name,
      frameAnchor: 'left',
      textAnchor: above ? 'start' : 'end',
      dx: above ? 4 : -GAP,
      dy: above ? -GAP : 0,
      fontSize: size.fontSize,
      ...(above ? {} : { lineWidth: LONGEST_BESIDE * CHARACTER }),
      ...(column === undefined ? {} : { fx: () => column }),
    });
  return {
    marginLeft: above ? 12 : Math.ceil(width) + 2 * GAP,
    rowHeight: above ? 36 : 26,
    lower: above ? 7 : 0,
    y,
    labels,
  };
}

/** The scale of every score: the unit interval, never cut. */
export const UNIT_SCALE: ScaleOptions = { domain: [0, 1] };

const UNIT_TICKS = [0, 0.25, 0.5, 0.75, 1];

/** Grid and axis of a score. */
export function unitAxis(): Markish[] {
  return [gridX({ ticks: UNIT_TICKS }), valueAxis({ ticks: UNIT_TICKS, tickFormat: '.2f' })];
}

/** What row plots have in common. */
export function rowPlot(layout: RowLayout, count: number, x: ScaleOptions): PlotOptions {
  const [top, bottom] = [8, 44];
  return {
    height: count * layout.rowHeight + top + bottom,
    marginTop: top,
    marginBottom: bottom,
    marginLeft: layout.marginLeft,
    marginRight: 18,
    x,
    y: layout.y,
  };
}

/** The axis under the marks, named in its middle. */
export function valueAxis(options: AxisXOptions = {}): Markish {
  return axisX({ tickSize: 0, labelAnchor: 'center', labelArrow: 'none', ...options });
}

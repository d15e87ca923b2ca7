import {
  type AxisXOptions,
  axisX,
  gridX,
  type Markish,
  type PlotOptions,
  type ScaleOptions,
  text,
} from '@observablehq/plot';
import { displayWidth, wrap } from '../text/columns.ts';
import { visible } from '../visible.ts';
import type { PlotSize } from './canvas.ts';

/** Mean width of a character in ems: how many fit is only estimated, so it errs on the wide side. */
const CHARACTER = 0.56;
const LINE_HEIGHT = 1.15;
const LONGEST_BESIDE = 36;
const GAP = 10;
const MARGIN_ABOVE = 12;

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

/**
 * Names beside the rows when there is width for them, above the rows when there is not.
 *
 * @param marksHeight pixels that the marks of one row take
 */
export function rowLayout(names: readonly string[], size: PlotSize, marksHeight: number): RowLayout {
  const above = size.name === 'narrow';
  const longest = above ? (size.width - 3 * MARGIN_ABOVE) / (CHARACTER * size.fontSize) : LONGEST_BESIDE;
  const shown = names.map((name) => wrap(visible(name), Math.floor(longest)));
  const characters = Math.max(...shown.flat().map(displayWidth), 1);
  const lines = Math.max(...shown.map((name) => name.length), 1);
  const namesHeight = Math.ceil(lines * LINE_HEIGHT * size.fontSize);
  const rowHeight = above ? namesHeight + marksHeight + 8 : Math.max(namesHeight, marksHeight) + 6;
  const lower = above ? (rowHeight - marksHeight) / 2 - 2 : 0;
  const labels = (column?: string): Markish =>
    text(shown, {
      y: (_name: readonly string[], i: number) => i,
      text: (name: readonly string[]) => name.join('\n'),
      frameAnchor: 'left',
      textAnchor: above ? 'start' : 'end',
      lineAnchor: above ? 'bottom' : 'middle',
      dx: above ? 4 : -GAP,
      dy: above ? lower - marksHeight / 2 - 2 : 0,
      fontSize: size.fontSize,
      stroke: 'var(--ground)',
      strokeWidth: 4,
      fill: 'currentColor',
      lineHeight: LINE_HEIGHT,
      ...(column === undefined ? {} : { fx: () => column }),
    });
  return {
    marginLeft: above ? MARGIN_ABOVE : Math.ceil(characters * CHARACTER * size.fontSize) + 2 * GAP,
    rowHeight,
    lower,
    y: { type: 'band', domain: names.map((_, i) => i), axis: null, padding: 0 },
    labels,
  };
}

/** The scale of every score: the unit interval, never cut. */
export const UNIT_SCALE: ScaleOptions = { domain: [0, 1] };

const UNIT_TICKS = [0, 0.25, 0.5, 0.75, 1];

/** The axis under the marks, named in its middle. */
export function valueAxis(options: AxisXOptions = {}): Markish {
  return axisX({ tickSize: 0, labelAnchor: 'center', labelArrow: 'none', ...options });
}

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

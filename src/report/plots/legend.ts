import { dot, lineX, type Markish } from '@observablehq/plot';
import { html, type Markup } from '../markup.ts';
import { draw } from './canvas.ts';

export interface LegendEntry {
  /** Unique in the page. */
  readonly id: string;
  readonly label: string;
  /** Drawn in a box of 36 by 14 pixels whose scales run from -1 to 1. */
  readonly marks: readonly Markish[];
}

/** A dot on a line, as a series of curves is drawn. */
export function lineGlyph(
  stroke: string,
  strokeDasharray: string,
  symbol: string,
  filled: boolean,
): Markish[] {
  return [
    lineX([-1, 1], { y: 0, x: (x: number) => x, stroke, strokeDasharray, strokeWidth: 2 }),
    dot([0], {
      x: 0,
      y: 0,
      symbol: symbol as 'circle',
      r: 4,
      stroke,
      fill: filled ? stroke : 'var(--ground)',
    }),
  ];
}

/** What the marks of a plot mean, in words beside each mark. */
export function legend(entries: readonly LegendEntry[]): Markup {
  const items = entries.map(({ id, label, marks }) => {
    const glyph = draw(
      {
        height: 14,
        margin: 0,
        axis: null,
        x: { domain: [-1, 1], range: [3, 33] },
        y: { domain: [-1, 1], range: [13, 1] },
        marks: [...marks],
      },
      { width: 36, fontSize: 10 },
      { id, title: label, description: '' },
    );
    return html`<li>${glyph} ${label}</li>`;
  });
  return html`<ul class="legend">${items}</ul>`;
}

import { type PlotOptions, plot } from '@observablehq/plot';
import { parseHTML } from 'linkedom/worker';
import { html, Markup } from '../markup.ts';
import { visible } from '../visible.ts';

/** Plots are drawn twice, so that text keeps its size on a phone and on a desk; a media query shows one of the two. */
export interface PlotSize {
  readonly name: 'narrow' | 'wide';
  /** CSS pixels. */
  readonly width: number;
  readonly fontSize: number;
}

const SIZES: readonly PlotSize[] = [
  { name: 'narrow', width: 340, fontSize: 11 },
  { name: 'wide', width: 800, fontSize: 12 },
];

export interface PlotText {
  /** Unique in the page; becomes part of element ids. */
  readonly id: string;
  readonly title: string;
  /** What the plot shows, for who cannot see it. */
  readonly description: string;
}

const SVG = 'http://www.w3.org/2000/svg';
const { document } = parseHTML('<!doctype html><html lang="en"><body></body></html>');

function label(
  kind: 'title' | 'desc',
  id: string,
  text: string,
): ReturnType<typeof document.createElementNS> {
  const element = document.createElementNS(SVG, kind);
  element.setAttribute('id', id);
  element.textContent = visible(text);
  return element;
}

/** One plot as SVG text, an image with a title and a description. Its style rules stand in the page, once. */
export function draw(
  options: PlotOptions,
  size: Pick<PlotSize, 'width' | 'fontSize'>,
  text: PlotText,
): Markup {
  const svg = plot({ ...options, document, className: 'p', width: size.width });
  for (const style of svg.querySelectorAll('style')) style.remove();
  svg.setAttribute('xmlns', SVG);
  svg.setAttribute('font-size', String(size.fontSize));
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-labelledby', `${text.id}-title`);
  svg.setAttribute('aria-describedby', `${text.id}-desc`);
  svg.prepend(
    label('title', `${text.id}-title`, text.title),
    label('desc', `${text.id}-desc`, text.description),
  );
  return new Markup(svg.outerHTML);
}

/** A plot in both sizes. */
export function drawBoth(build: (size: PlotSize) => PlotOptions, text: PlotText): Markup {
  const drawn = SIZES.map((size) => {
    const id = `${text.id}-${size.name}`;
    return html`<div class="${`p-${size.name}`}">${draw(build(size), size, { ...text, id })}</div>`;
  });
  return html`<div class="plot">${drawn}</div>`;
}

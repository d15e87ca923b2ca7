import { formatDecimal } from '../../core/decimal.ts';
import type { StudyCurvePlot } from '../../study/built-in.ts';
import { STYLE } from '../html/style.ts';
import { html, Markup } from '../markup.ts';
import { curvesPlot } from '../plots/curves.ts';
import { textTable } from '../text/table.ts';
import { visible } from '../visible.ts';

/** What a report of a slice shows, section by section. */
export interface SliceReport {
  readonly title: string;
  /** Sentences that must stand before any number. */
  readonly notes: readonly string[];
  readonly tables: readonly { readonly title: string; readonly rows: readonly (readonly string[])[] }[];
  readonly chart: StudyCurvePlot;
}

/** A share or a mean to so many places, or a dash where there is none. */
export const places = (value: number | null, digits: number): string =>
  value === null ? '–' : formatDecimal(value, digits);

/** The report as lines for a terminal. */
export function sliceText({ title, notes, tables }: SliceReport): readonly string[] {
  return [
    visible(title),
    ...notes.map(visible),
    ...tables.flatMap((table) => [
      '',
      table.title,
      ...textTable(table.rows.map((row) => row.map((cell) => visible(cell)))),
    ]),
  ];
}

/** The report as one page that needs nothing else: the interaction chart and every table. */
export function sliceHtml({ title, notes, tables, chart }: SliceReport): string {
  const table = ({ title: caption, rows: [head = [], ...rows] }: SliceReport['tables'][number]): Markup =>
    html`<h2>${caption}</h2><div class="scroll"><table><thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead><tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`;
  const page = html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${new Markup(STYLE)}</style></head><body><main><h1>${title}</h1>${notes.map((note) => html`<p>${note}</p>`)}<figure><figcaption>${chart.title}. ${chart.x}.</figcaption>${curvesPlot(chart, 'interaction')}</figure>${tables.map(table)}</main></body></html>`;
  return `<!doctype html>\n${page.text}\n`;
}

import { pageHead } from '../html/page.ts';
import { anchorOf } from '../html/register.ts';
import { foldedNumbers, numbersTable } from '../html/table.ts';
import { html, type Markup, NOTHING } from '../markup.ts';
import type { StudyReport } from './document.ts';
import { type Section, type SectionTable, shown } from './section.ts';
import { strataWithGroups } from './sections/groups.ts';
import { reportSections } from './sections/index.ts';

/** Longer tables start folded. */
const MOST_ROWS_OPEN = 30;

function table({ title, columns, rows, detail }: SectionTable): Markup {
  const heads = columns.map(({ title: head, format }) => ({ title: head, number: format !== 'text' }));
  const cells = rows.map((row) => row.map((cell, at) => shown(cell, columns[at]?.format ?? 'text')));
  const show = detail || rows.length > MOST_ROWS_OPEN ? foldedNumbers : numbersTable;
  return show(title, heads, cells);
}

function part({ id, title, about, tables, notes }: Section, figures: readonly Markup[]): Markup {
  const anchor = anchorOf('part', id);
  const list = notes.map((note) => html`<li>${note}</li>`);
  return html`<section id="${anchor}" class="panel stacked" aria-labelledby="${`h-${anchor}`}"><h2 id="${`h-${anchor}`}">${title}</h2>
<p class="small soft">${about}</p>${figures}${tables.map(table)}${notes.length > 0 ? html`<ul class="small">${list}</ul>` : NOTHING}</section>`;
}

/** The figures that go before the tables of a section, by its id. */
export async function figuresOf({
  stats,
  comparisons,
  study,
  trials,
}: Pick<StudyReport, 'stats' | 'comparisons' | 'study' | 'trials'>): Promise<
  ReadonlyMap<string, readonly Markup[]>
> {
  const { comparisonFigures, declaredFigures, mapFigures, spectrumFigures, worstFigures } = await import(
    './plots.ts'
  );
  const found = new Map<string, readonly Markup[]>();
  for (const scorer of stats.scorers) {
    const strata = strataWithGroups(scorer, stats);
    found.set(`spectrum-${scorer.scorer}`, spectrumFigures(scorer, strata));
    found.set(`worst-${scorer.scorer}`, worstFigures(scorer, strata));
  }
  for (const comparison of comparisons) {
    found.set(`comparison-${comparison.scorer}`, comparisonFigures(comparison));
  }
  if (study?.analysis) found.set(`study-${study.analysis.study}`, declaredFigures(study.analysis, 'study'));
  for (const [at, detail] of (study?.details ?? []).entries()) {
    found.set(`detail-${at}-${detail.study}`, declaredFigures(detail, `detail-${at}`));
  }
  if (trials) found.set('trial-interactions', mapFigures(trials.layers.maps));
  return found;
}

/** What a page of sections consists of. */
interface SectionPage {
  readonly title: string;
  readonly remarks: readonly string[];
  readonly sections: readonly Section[];
  /** What goes before the tables of a section, by its id. */
  readonly figures: ReadonlyMap<string, readonly Markup[]>;
  readonly foot: string;
}

/** Sections as one HTML page that needs nothing else: no network, no script, no font. */
export function sectionsHtml({ title, remarks, sections, figures, foot }: SectionPage): string {
  const links = sections.map(
    ({ id, title: head }) => html`<li><a href="#${anchorOf('part', id)}">${head}</a></li>`,
  );
  const page = html`<!doctype html>
<html lang="en">${pageHead(title)}
<body><header><h1>${title}</h1>${remarks.map((remark) => html`<p class="small">${remark}</p>`)}<nav aria-label="Contents"><ul>${links}</ul></nav></header>
<main>${sections.map((section) => part(section, figures.get(section.id) ?? []))}</main>
<footer><p>${foot}</p></footer></body></html>
`;
  return page.text;
}

/**
 * A study's report as a page. Deterministic in its input.
 *
 * @throws MeasurandError `non-finite` for a number that is none
 */
export async function studyHtml(report: StudyReport): Promise<string> {
  return sectionsHtml({
    title: report.title,
    remarks: report.remarks,
    sections: reportSections(report),
    figures: await figuresOf(report),
    foot: `Made by Measurand ${report.version}. Every number on this page stands in report.json, which is beside it.`,
  });
}

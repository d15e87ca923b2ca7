import { wrap } from '../text/columns.ts';
import { textTable } from '../text/table.ts';
import { visible } from '../visible.ts';
import type { StudyReport } from './document.ts';
import { type Section, type SectionTable, shown } from './section.ts';
import { reportSections } from './sections/index.ts';

export { comparisonSection, statsSections } from './sections/index.ts';

export interface SectionTextOptions {
  /** Columns at hand, for prose; tables take what they need. */
  readonly width: number;
  /** Show what a page would fold. @default false */
  readonly detail?: boolean;
}

/** Rows that say the same of everyone are one row. */
function joined(cells: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const [first, ...others] = cells;
  const same = (row: readonly string[]): boolean => row.every((cell, at) => at === 0 || cell === first?.[at]);
  if (!first || others.length < 2 || !others.every(same)) return cells;
  return [[`all ${cells.length}`, ...first.slice(1)]];
}

function table({ title, columns, rows }: SectionTable): readonly string[] {
  const cells = joined(
    rows.map((row) => row.map((cell, at) => visible(shown(cell, columns[at]?.format ?? 'text')))),
  );
  return ['', visible(title), ...textTable([columns.map((column) => visible(column.title)), ...cells])];
}

function listed(text: string, width: number): readonly string[] {
  return wrap(visible(text), width - 2).map((line, at) => (at === 0 ? `- ${line}` : `  ${line}`));
}

/** Sections as plain text. Words about how to read a table are for the page; every number and caution is here. */
export function sectionsText(
  sections: readonly Section[],
  { width, detail = false }: SectionTextOptions,
): string {
  return sections
    .map(({ title, tables, notes }) =>
      [
        visible(title).toUpperCase(),
        ...tables.filter((each) => detail || !each.detail).flatMap(table),
        ...(notes.length > 0 ? ['', ...notes.flatMap((note) => listed(note, width))] : []),
      ].join('\n'),
    )
    .join('\n\n');
}

/** A study's report as plain text. */
export function studyText(report: StudyReport, options: SectionTextOptions): string {
  return sectionsText(reportSections(report), options);
}

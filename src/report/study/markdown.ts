import { escapeMarkdown, tableHead, tableRow } from '../markdown/escape.ts';
import type { StudyReport } from './document.ts';
import { type Section, type SectionTable, shown } from './section.ts';
import { reportSections } from './sections/index.ts';

function table({ title, columns, rows }: SectionTable): readonly string[] {
  const cells = rows.map((row) =>
    tableRow(row.map((cell, at) => escapeMarkdown(shown(cell, columns[at]?.format ?? 'text')))),
  );
  const heads = tableHead(columns.map((column) => escapeMarkdown(column.title)));
  return [`**${escapeMarkdown(title)}**`, '', ...heads, ...cells, ''];
}

function section({ title, about, tables, notes }: Section): readonly string[] {
  return [
    `## ${escapeMarkdown(title)}`,
    '',
    escapeMarkdown(about),
    '',
    ...tables.flatMap(table),
    ...notes.map((note) => `- ${escapeMarkdown(note)}`),
    ...(notes.length > 0 ? [''] : []),
  ];
}

/** Sections as Markdown, under a title. */
export function sectionsMarkdown(title: string, sections: readonly Section[]): string {
  return [`# ${escapeMarkdown(title)}`, '', ...sections.flatMap(section)].join('\n');
}

/** A study's report as Markdown: what `report.md` holds. */
export function studyMarkdown(report: StudyReport): string {
  return [
    `# ${escapeMarkdown(report.title)}`,
    '',
    ...reportSections(report).flatMap(section),
    `Made by Measurand ${escapeMarkdown(report.version)}. Every number stands in report.json, which is beside this file.`,
    '',
  ].join('\n');
}

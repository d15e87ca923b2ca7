import { escapeMarkdown, tableHead, tableRow } from '../markdown/escape.ts';
import type { OutputReport } from './report.ts';

/** A comment on a pull request is no place for more. */
const MOST_ROWS = 50;

/** What was found, as Markdown for the summary of a pull request. */
export function summaryOf({ title, lines, findings, version }: OutputReport): string {
  const rows = findings
    .slice(0, MOST_ROWS)
    .map(({ level, rule, message, file = '', place = '' }) =>
      tableRow([level, rule, [file, place].filter(Boolean).join(', '), message].map(escapeMarkdown)),
    );
  const table =
    rows.length === 0 ? ['Nothing was found.'] : [...tableHead(['level', 'check', 'where', 'what']), ...rows];
  const more = findings.length - rows.length;
  return [
    `## ${escapeMarkdown(title)}`,
    '',
    ...lines.map((line) => `- ${escapeMarkdown(line)}`),
    '',
    ...table,
    ...(more > 0 ? ['', `And ${more} more.`] : []),
    '',
    `Measurand ${escapeMarkdown(version)}`,
    '',
  ].join('\n');
}

import type { ReportDocument } from './document.ts';
import { headlineCards, otherCards } from './headline.ts';
import { cardMarkdown } from './markdown/card.ts';
import { escapeMarkdown, tableHead, tableRow } from './markdown/escape.ts';

/** The cards as Markdown, the headline ones first: what `card.md` holds. */
export function renderMarkdown(document: ReportDocument): string {
  const { title, provenance, notProbed, version } = document;
  const unprobed = [
    '## Not probed',
    '',
    ...tableHead(['What', 'Why']),
    ...notProbed.map(({ what, why }) => tableRow([escapeMarkdown(what), escapeMarkdown(why)])),
    '',
  ];
  return [
    `# ${escapeMarkdown(title)}`,
    '',
    escapeMarkdown(provenance),
    '',
    ...[...headlineCards(document), ...otherCards(document)].flatMap(cardMarkdown),
    ...(notProbed.length === 0 ? [] : unprobed),
    `Evidence ids lead into \`audit.json\`. Made by Measurand ${escapeMarkdown(version)}.`,
    '',
  ].join('\n');
}

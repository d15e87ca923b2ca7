import { visible } from '../visible.ts';

/**
 * Text as one line of Markdown that shows as it is: no HTML, no table cell border, no emphasis, link, image, heading,
 * math or code. Underscores inside words are left alone, as in task names: they mean nothing there.
 */
export function escapeMarkdown(text: string): string {
  return visible(text)
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/[\\`*[\]|~$#!]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, (character) => `\\${character}`);
}

/** A table row from escaped cells. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** The first two lines of a table. */
export function tableHead(titles: readonly string[]): readonly string[] {
  return [tableRow(titles), tableRow(titles.map(() => '---'))];
}

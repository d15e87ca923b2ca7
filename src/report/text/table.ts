import { displayWidth, padTo } from './columns.ts';

/** A line of a text table. */
export type TextRow = readonly string[];

/**
 * Columns with two spaces between them: the first flush left, the others flush right. Lines end in no spaces.
 *
 * @param rows of one length; the first is the head
 */
export function textTable(rows: readonly TextRow[]): readonly string[] {
  const columns = rows[0]?.length ?? 0;
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.max(...rows.map((row) => displayWidth(row[at] ?? ''))),
  );
  const cell = (text: string, at: number): string => {
    const width = widths[at] ?? 0;
    return at === 0 ? padTo(text, width) : ' '.repeat(width - displayWidth(text)) + text;
  };
  return rows.map((row) => row.map(cell).join('  ').trimEnd());
}

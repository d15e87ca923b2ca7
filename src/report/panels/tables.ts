import type { AuditTable } from '../../audit/document.ts';
import { originBadge } from '../html/evidence.ts';
import { anchorOf } from '../html/register.ts';
import { foldedNumbers, numbersTable } from '../html/table.ts';
import { html, type Markup } from '../markup.ts';
import { cell } from '../number.ts';
import { panel } from './frame.ts';

/** Longer tables start folded. */
const MOST_ROWS_OPEN = 8;

/** One panel for each table of numbers. */
export function tablePanels(tables: readonly AuditTable[]): readonly Markup[] {
  return tables.map(({ id, title, about, origin, columns, rows }) => {
    const heads = columns.map((column) => ({ title: column.title, number: column.format !== 'text' }));
    const cells = rows.map((row) => columns.map(({ format }, i) => cell(row[i] ?? null, format)));
    const show = rows.length > MOST_ROWS_OPEN ? foldedNumbers : numbersTable;
    const text = {
      id: anchorOf('table', id),
      title,
      about: html`${about} ${originBadge(origin)}`,
      stacked: true,
    };
    return panel(text, [show(title, heads, cells)]);
  });
}

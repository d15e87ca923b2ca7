import type { DataTable } from '../document.ts';
import { originBadge } from '../html/evidence.ts';
import { anchorOf } from '../html/register.ts';
import { numbersTable } from '../html/table.ts';
import { html, type Markup } from '../markup.ts';
import { cell } from '../number.ts';
import { panel } from './frame.ts';

/** One panel for each table of numbers. */
export function tablePanels(tables: readonly DataTable[]): readonly Markup[] {
  return tables.map(({ id, title, about, origin, columns, rows }) => {
    const heads = columns.map((column) => ({ title: column.title, number: column.format !== 'text' }));
    const cells = rows.map((row) => columns.map(({ format }, i) => cell(row[i] ?? null, format)));
    return panel({ id: anchorOf('table', id), title, about: html`${about} ${originBadge(origin)}` }, [
      numbersTable(title, heads, cells),
    ]);
  });
}

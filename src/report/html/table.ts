import { html, type Markup, type Piece } from '../markup.ts';

export interface TableColumn {
  readonly title: string;
  /** Right-aligned, never wrapped. */
  readonly number?: boolean;
}

/**
 * A table of formatted values whose first column heads its rows. It scrolls inside its own frame when it is wider than
 * the page, and the frame can be reached by keyboard.
 */
export function numbersTable(
  caption: string,
  columns: readonly TableColumn[],
  rows: readonly (readonly Piece[])[],
): Markup {
  const head = columns.map(
    ({ title, number }) => html`<th scope="col" class="${number ? 'n' : 't'}">${title}</th>`,
  );
  const body = rows.map(
    (row) =>
      html`<tr>${row.map((value, i) =>
        i === 0
          ? html`<th scope="row">${value}</th>`
          : html`<td class="${columns[i]?.number ? 'n' : 't'}">${value}</td>`,
      )}</tr>`,
  );
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${caption}"><table class="numbers">
<caption>${caption}</caption><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}

/** The same table, folded: the data behind a figure. */
export function foldedNumbers(
  caption: string,
  columns: readonly TableColumn[],
  rows: readonly (readonly Piece[])[],
): Markup {
  return html`<details><summary>The numbers: ${caption}</summary>${numbersTable(caption, columns, rows)}</details>`;
}

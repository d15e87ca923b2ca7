import { CARD_ITEM_TITLES, CARD_ITEMS, type Card, type CardItemId, type Verdict } from '../../audit/types.ts';
import { html, type Markup, NOTHING } from '../markup.ts';
import { cardCell, VERDICT_WORDS } from '../words.ts';
import { claimText } from './claim.ts';
import { evidenceLinks } from './evidence.ts';
import type { EvidenceRegister } from './register.ts';

export function verdictChip(verdict: Verdict): Markup {
  const { word, symbol } = VERDICT_WORDS[verdict];
  return html`<span class="chip ${verdict}"><span aria-hidden="true">${symbol}</span> ${word}</span>`;
}

/** The head of a cell's column again, for the narrow layout in which columns stand below each other. */
function columnName(card: Card): Markup {
  return html`<span class="of">${card.profile} × ${cardCell(card)}</span>`;
}

function finding(card: Card, id: CardItemId, register: EvidenceRegister): Markup {
  const { verdict, summary, figures, annotation, evidence } = card.items[id];
  const note = annotation ? html` <span class="note">${annotation}</span>` : NOTHING;
  return html`<td role="cell"><div class="finding"><div>${verdictChip(verdict)} ${columnName(card)}</div>
<div>${claimText({ text: summary, figures })}${note} ${evidenceLinks(evidence, register)}</div></div></td>`;
}

/**
 * Cards side by side: one row a check, one column a card, each under its title when it has one. Roles are written out because the narrow layout turns table
 * parts into blocks, which would otherwise take their meaning away from a screen reader.
 */
export function verdictTable(
  caption: string,
  cards: readonly Card[],
  register: EvidenceRegister,
  titles: Readonly<Record<string, string>> = {},
): Markup {
  const heads = cards.map(
    (card) =>
      html`<th role="columnheader" scope="col"><span class="profile">${card.profile}</span>${cardCell(card)}
<span class="soft">(${card.scorerKind} scorer)</span><br><span class="small soft">${titles[card.id] ?? ''}</span></th>`,
  );
  const rows = CARD_ITEMS.map(
    (id) =>
      html`<tr role="row"><th role="rowheader" scope="row">${CARD_ITEM_TITLES[id]}</th>${cards.map((card) => finding(card, id, register))}</tr>`,
  );
  const overall = cards.map(
    (card) => html`<td role="cell"><div>${columnName(card)}</div><b>${card.overall}</b></td>`,
  );
  return html`<table class="verdicts" role="table"><caption class="hidden">${caption}</caption>
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col" class="item">Check</th>${heads}</tr></thead>
<tbody role="rowgroup">${rows}<tr role="row"><th role="rowheader" scope="row">Overall</th>${overall}</tr></tbody></table>`;
}

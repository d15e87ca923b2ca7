import type { Card } from '../../audit/types.ts';
import { html, type Markup, NOTHING } from '../markup.ts';
import { cardCell } from '../words.ts';
import { reading } from './readings.ts';
import { anchorOf, type EvidenceRegister } from './register.ts';
import { verdictTable } from './verdicts.ts';

function folded(card: Card, register: EvidenceRegister): Markup {
  return html`<details class="card" id="${anchorOf('card', card.id)}"><summary><b>${card.profile} × ${cardCell(card)}</b>
<span class="soft">(${card.scorerKind} scorer)</span>: ${card.licensed}</summary>
${reading(card, NOTHING)}${verdictTable(`Verdicts of ${card.id}`, [card], register)}</details>`;
}

/** Every card that is not a headline, folded under the reading that it licenses. */
export function cardsSection(cards: readonly Card[], register: EvidenceRegister): Markup {
  if (cards.length === 0) return NOTHING;
  return html`<section id="cards" aria-labelledby="h-cards"><h2 id="h-cards">Every other card</h2>
<p>One card for each profile, level and scorer, under what it licenses.</p>${cards.map((card) => folded(card, register))}</section>`;
}

import { CARD_ITEM_TITLES, type Card } from '../../audit/types.ts';
import type { ReportDocument } from '../document.ts';
import { html, type Markup, NOTHING } from '../markup.ts';
import { cardCell, NO_LICENCE } from '../words.ts';
import { anchorOf } from './register.ts';

function byPaper({ licensedByPaper, disagreement }: Card): Markup {
  const why = disagreement === '' ? NOTHING : html`<dt>Why the two differ</dt><dd>${disagreement}</dd>`;
  return html`<dt>By the paper’s own lattice</dt><dd>${licensedByPaper}</dd>${why}`;
}

function missing({ missingDecisions, repair }: Card): Markup {
  const decisions =
    missingDecisions.length === 0
      ? NOTHING
      : html`<dt>Claimed decisions that are not the model’s</dt><dd>${missingDecisions.join(', ')}</dd>`;
  return html`${decisions}${repair === '' ? NOTHING : html`<dt>Repair</dt><dd>${repair}</dd>`}`;
}

function unprobed({ notProbed }: Card): Markup {
  if (notProbed.length === 0) return NOTHING;
  return html`<dt>Not probed</dt><dd>${notProbed.map((id) => CARD_ITEM_TITLES[id]).join(', ')}</dd>`;
}

function licensed(card: Card): Markup {
  return card.licensed === NO_LICENCE ? html`${card.licensed}` : html`✓ ${card.licensed}`;
}

/** What a score of this cell may and may not be read as, in large plain words, and what would mend it. */
export function reading(card: Card, heading: Markup): Markup {
  return html`<article class="reading">${heading}<dl>
<dt>A score here may be read as</dt><dd class="large ${card.licensed === NO_LICENCE ? 'nothing' : 'may'}">${licensed(card)}</dd>
<dt>It must not be read as</dt><dd class="large must-not">✗ ${card.forbidden}</dd>
${byPaper(card)}${missing(card)}${unprobed(card)}</dl></article>`;
}

/** The readings of the profiles' headline cards beside each other. */
export function readings(profiles: ReportDocument['profiles']): Markup {
  const articles = Object.entries(profiles).map(([name, { about, card }]) =>
    reading(
      card,
      html`<h3 id="${anchorOf('card', card.id)}">${name}: ${cardCell(card)}</h3><p class="small soft">${about}</p>`,
    ),
  );
  return html`<div class="grid">${articles}</div>`;
}

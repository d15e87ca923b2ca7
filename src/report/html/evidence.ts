import type { Evidence, EvidenceOrigin } from '../../audit/types.ts';
import { html, type Markup, NOTHING } from '../markup.ts';
import { cardCell, ORIGIN_WORDS } from '../words.ts';
import { claimText } from './claim.ts';
import { anchorOf, type EvidenceRegister, type RegisteredEvidence } from './register.ts';

export function originBadge(origin: EvidenceOrigin): Markup {
  const { symbol, means } = ORIGIN_WORDS[origin];
  return html`<span class="badge ${origin}" title="${means}">${symbol} ${origin}</span>`;
}

/** Links from a statement to the evidence that it rests on. */
export function evidenceLinks(items: readonly Evidence[], register: EvidenceRegister): Markup {
  const links = items.flatMap(({ id, origin }) => {
    const entry = register.byId.get(id);
    if (!entry) return [];
    const number = String(entry.number);
    return html`<a href="#${entry.anchor}" title="${`Evidence ${number}, ${origin}`}">${ORIGIN_WORDS[origin].symbol}&#8239;${number}</a>`;
  });
  return links.length === 0
    ? NOTHING
    : html`<span class="refs"><span class="hidden">Evidence:</span>${links}</span>`;
}

function entry({ evidence, number, anchor, citedBy }: RegisteredEvidence): Markup {
  const cards = citedBy.map(
    (card, i) =>
      html`${i === 0 ? '' : ', '}<a href="#${anchorOf('card', card.id)}">${card.profile} × ${cardCell(card)}</a>`,
  );
  return html`<li id="${anchor}"><p class="number">${String(number)}</p><div><p>${claimText(evidence)}</p>
<p class="small soft">${originBadge(evidence.origin)} ${evidence.source}. In audit.json: <code>${evidence.path}</code>. Used by ${cards}.</p></div></li>`;
}

/** What the marks before evidence numbers mean. */
export function originLegend(): Markup {
  const items = Object.entries(ORIGIN_WORDS).map(
    ([origin, { symbol, means }]) => html`<li>${symbol} <b>${origin}</b> ${means}</li>`,
  );
  return html`<ul class="legend">${items}</ul>`;
}

/** Every piece of evidence once, with its origin, source and place in `audit.json`. */
export function evidenceSection(register: EvidenceRegister): Markup {
  return html`<section id="evidence" aria-labelledby="h-evidence"><h2 id="h-evidence">Evidence</h2>
${originLegend()}<ol class="evidence">${register.entries.map(entry)}</ol></section>`;
}

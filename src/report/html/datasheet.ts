import type { GeneratorCard } from '../../audit/document.ts';
import { html, type Markup, NOTHING } from '../markup.ts';

function sheet({ title, profile, sections }: GeneratorCard): Markup {
  const parts = sections.map(
    ({ heading, rows }) =>
      html`<h4>${heading}</h4><dl class="sheet">${rows.map(({ name, text }) => html`<dt>${name}</dt><dd>${text}</dd>`)}</dl>`,
  );
  return html`<details class="card"><summary><b>${title}</b> <span class="soft">${profile}</span></summary>${parts}</details>`;
}

/** Datasheets of the seeded generators. */
export function datasheets(cards: readonly GeneratorCard[]): Markup {
  if (cards.length === 0) return NOTHING;
  return html`<section id="generator" aria-labelledby="h-generator"><h2 id="h-generator">Generator cards</h2>
<p>What each seeded generator makes, from which parameters, and what it cannot promise.</p>${cards.map(sheet)}</section>`;
}

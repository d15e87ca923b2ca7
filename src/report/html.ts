import type { ReportDocument } from './document.ts';
import { headlineCards, otherCards } from './headline.ts';
import { cardsSection } from './html/cards.ts';
import { datasheets } from './html/datasheet.ts';
import { evidenceSection, originLegend } from './html/evidence.ts';
import { pageHead } from './html/page.ts';
import { readings } from './html/readings.ts';
import { type EvidenceRegister, registerEvidence } from './html/register.ts';
import { verdictTable } from './html/verdicts.ts';
import { html, type Markup, NOTHING } from './markup.ts';
import { fixed } from './number.ts';

const CONTENTS = [
  ['verdicts', 'Verdicts'],
  ['readings', 'Readings'],
  ['results', 'Results'],
  ['cards', 'Other cards'],
  ['not-probed', 'Not probed'],
  ['generator', 'Generator'],
  ['evidence', 'Evidence'],
  ['how-to', 'Run it again'],
] as const;

function contents(page: Markup): Markup {
  const links = CONTENTS.filter(([id]) => page.text.includes(`<section id="${id}"`));
  return html`<nav aria-label="Contents"><ul>${links.map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>`;
}

function verdicts(document: ReportDocument, register: EvidenceRegister): Markup {
  const titles = Object.fromEntries(
    Object.values(document.profiles).map(({ card, title }) => [card.id, title]),
  );
  return html`<section id="verdicts" aria-labelledby="h-verdicts"><h2 id="h-verdicts">What the score measures</h2>
${verdictTable('Verdict of each check on each headline card', headlineCards(document), register, titles)}
<p class="small soft keys">Numbers after a finding lead to its evidence:</p>${originLegend()}</section>`;
}

function notProbed({ notProbed: items }: ReportDocument): Markup {
  if (items.length === 0) return NOTHING;
  const list = items.map(({ what, why }) => html`<dt>${what}</dt><dd>${why}</dd>`);
  return html`<section id="not-probed" aria-labelledby="h-not-probed"><h2 id="h-not-probed">Not probed</h2>
<p>What this audit did not look at. It is never counted as a pass.</p><dl class="sheet">${list}</dl></section>`;
}

/** A command and, after a colon, what it shows. */
function commandLine(line: string): Markup {
  const colon = line.indexOf(': ');
  if (colon < 0) return html`<li><code>${line}</code></li>`;
  return html`<li><code>${line.slice(0, colon)}</code>${line.slice(colon)}</li>`;
}

function howTo({ howTo: lines, ledger, root }: ReportDocument): Markup {
  const states = Object.entries(ledger.states).map(([state, count]) => `${state} ${fixed(count, 0)}`);
  return html`<section id="how-to" aria-labelledby="h-how-to"><h2 id="h-how-to">Run it again</h2>
<ul>${lines.map(commandLine)}</ul>
<p class="small soft">Episodes planned: ${fixed(ledger.planned, 0)}. Each ended in one state: ${states.join(', ')}.
Root digest of them all: <code>${root}</code></p></section>`;
}

/**
 * The whole audit as one HTML page that needs nothing else: no network, no script, no font. Deterministic in its input.
 *
 * @throws MeasurandError `evidence-conflict` when one evidence id names two items, `non-finite` for a number that is none
 */
export async function renderHtml(document: ReportDocument): Promise<string> {
  const { resultPanels } = await import('./panels/results.ts');
  const register = registerEvidence([...headlineCards(document), ...document.cards]);
  const main = html`<main>${verdicts(document, register)}
<section id="readings" aria-labelledby="h-readings"><h2 id="h-readings">What a score may be read as</h2>${readings(document.profiles)}</section>
<section id="results" aria-labelledby="h-results"><h2 id="h-results">Results</h2>${resultPanels(document.panels)}</section>
${cardsSection(otherCards(document), register)}${notProbed(document)}${datasheets(document.generatorCards)}
${evidenceSection(register)}${howTo(document)}</main>`;
  const page = html`<!doctype html>
<html lang="en">${pageHead(document.title)}
<body><header><h1>${document.title}</h1><p class="soft">${document.provenance}</p>${contents(main)}</header>${main}
<footer><p>Made by Measurand ${document.version}. Every number on this page stands in audit.json, which is beside it.</p></footer></body></html>
`;
  return page.text;
}

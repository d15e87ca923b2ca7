import type { OfProfile } from '../../audit/document.ts';
import type { OwnershipRow } from '../../audit/types.ts';
import { foldedNumbers } from '../html/table.ts';
import { html, type Markup } from '../markup.ts';
import { fixed } from '../number.ts';
import { OWNER_WORDS } from '../words.ts';
import { figure, panel } from './frame.ts';

function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}

function square(rows: readonly OwnershipRow[], decision: string, scaffold: string): Markup {
  const row = rows.find((candidate) => candidate.decision === decision && candidate.scaffold === scaffold);
  if (!row) return html`<td class="t">–</td>`;
  const { word, symbol } = OWNER_WORDS[row.observed];
  const differs =
    row.declared === row.observed
      ? ''
      : html`<br><span class="soft">declared ${OWNER_WORDS[row.declared].word}</span>`;
  return html`<td class="t"><span class="owner ${`owner-${row.observed}`}"><span class="mark">${symbol}</span> ${word}</span>${differs}</td>`;
}

function matrix({ profile, data }: OfProfile<readonly OwnershipRow[]>): Markup {
  const scaffolds = unique(data.map((row) => row.scaffold));
  const heads = scaffolds.map((scaffold) => html`<th scope="col">${scaffold}</th>`);
  const body = unique(data.map((row) => row.decision)).map(
    (decision) =>
      html`<tr><th scope="row">${decision}</th>${scaffolds.map((scaffold) => square(data, decision, scaffold))}</tr>`,
  );
  const label = `Owner of each decision by scaffold, ${profile}`;
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${label}"><table class="numbers owners">
<caption class="hidden">${label}</caption><thead><tr><th scope="col">Decision</th>${heads}</tr></thead><tbody>${body}</tbody></table></div>`;
}

function counts({ profile, data }: OfProfile<readonly OwnershipRow[]>): Markup {
  const columns = [
    { title: 'Scaffold' },
    { title: 'Decision' },
    { title: 'Declared' },
    { title: 'By model', number: true },
    { title: 'By scaffold', number: true },
    { title: 'By environment', number: true },
  ];
  const rows = data.map(({ scaffold, decision, declared, counts: by }) => [
    scaffold,
    decision,
    declared,
    fixed(by.model, 0),
    fixed(by.scaffold, 0),
    fixed(by.environment, 0),
  ]);
  return foldedNumbers(`recorded decisions by owner, ${profile}`, columns, rows);
}

/** Who was seen to make each decision, by scaffold; where the declaration says otherwise, the cell says so. */
export function ownershipPanel(profiles: readonly OfProfile<readonly OwnershipRow[]>[]): Markup {
  const about =
    'Who was seen to make each decision in the recorded episodes. A decision that the scaffold makes cannot be measured through the model. Where the declared owner differs, the cell says so.';
  return panel(
    { id: 'ownership', title: 'Who decides', about },
    profiles.map((entry) => figure(entry.profile, 'executed', matrix(entry), counts(entry))),
  );
}

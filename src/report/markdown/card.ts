import { CARD_ITEM_TITLES, CARD_ITEMS, type Card, type Evidence } from '../../audit/types.ts';
import { cardCell, VERDICT_WORDS } from '../words.ts';
import { escapeMarkdown, tableHead, tableRow } from './escape.ts';

function evidenceList(items: readonly Evidence[]): string {
  return items.map(({ id, origin }) => `${escapeMarkdown(id)} (${origin})`).join('; ');
}

function verdictRows(card: Card): readonly string[] {
  return CARD_ITEMS.map((id) => {
    const { verdict, summary, annotation, evidence } = card.items[id];
    const { word, symbol } = VERDICT_WORDS[verdict];
    const note = annotation ? ` (${escapeMarkdown(annotation)})` : '';
    return tableRow([
      CARD_ITEM_TITLES[id],
      `${symbol} ${word}`,
      `${escapeMarkdown(summary)}${note}`,
      evidenceList(evidence),
    ]);
  });
}

/** What the card licenses and forbids, as a list. */
export function readingLines(card: Card): readonly string[] {
  const parts: readonly (readonly [string, string])[] = [
    ['May be read as', card.licensed],
    ['Must not be read as', card.forbidden],
    ['By the paper’s own lattice', card.licensedByPaper],
    ['Why the two differ', card.disagreement],
    ['Claimed decisions that are not the model’s', card.missingDecisions.join(', ')],
    ['Repair', card.repair],
    ['Not probed', card.notProbed.map((id) => CARD_ITEM_TITLES[id]).join(', ')],
    ['Overall', card.overall],
  ];
  return parts
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `- **${name}:** ${escapeMarkdown(text)}`);
}

/** One card: its readings, then one table row a check. */
export function cardMarkdown(card: Card): readonly string[] {
  return [
    `## ${escapeMarkdown(`${card.profile}: ${cardCell(card)}`)} (${card.scorerKind} scorer)`,
    '',
    ...readingLines(card),
    '',
    ...tableHead(['Check', 'Verdict', 'Finding', 'Evidence']),
    ...verdictRows(card),
    '',
  ];
}

import type { ReportDocument } from './document.ts';
import { headlineCards } from './headline.ts';
import { renderCardText } from './text/card.ts';
import { renderReadingText } from './text/readings.ts';
import type { TextOptions } from './text/style.ts';

export { renderCardText } from './text/card.ts';
export { renderReadingText } from './text/readings.ts';
export type { TextOptions } from './text/style.ts';

/** What an audit prints: the headline cards, then what a score of each may and may not be read as. */
export function renderText(document: ReportDocument, options: TextOptions): string {
  const cards = headlineCards(document);
  return [
    ...cards.map((card) => renderCardText(card, options)),
    ...cards.map((card) => renderReadingText(card, options)),
  ].join('\n\n');
}

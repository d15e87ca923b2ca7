import { CARD_ITEM_TITLES, CARD_ITEMS, type Card, type CardItemId } from '../../audit/types.ts';
import { visible } from '../visible.ts';
import { cardCell, VERDICT_WORDS } from '../words.ts';
import { displayWidth, padTo, wrap } from './columns.ts';
import { columnsAtHand, paint, type TextOptions, VERDICT_PAINT } from './style.ts';

/** Columns of `○ NOT PROBED` and the gap after it. */
const VERDICT_WIDTH = 14;

function framed(text: string, inner: number, write: (text: string) => string = (same) => same): string {
  return `│ ${write(padTo(text, inner))} │`;
}

function itemLines(card: Card, id: CardItemId, inner: number, options: TextOptions): string[] {
  const { verdict, summary, annotation } = card.items[id];
  const { word, symbol } = VERDICT_WORDS[verdict];
  const title = CARD_ITEM_TITLES[id];
  const note = annotation ? ` (${annotation})` : '';
  const lines = wrap(visible(`${title}: ${summary}${note}`), inner - VERDICT_WIDTH);
  return lines.map((line, i) => {
    const head = i === 0 ? `${symbol} ${word.toUpperCase()}` : '';
    const text = padTo(line, inner - VERDICT_WIDTH);
    const body = i === 0 ? text.replace(title, () => paint(title, 'bold', options)) : text;
    return `│ ${paint(padTo(head, VERDICT_WIDTH), VERDICT_PAINT[verdict], options)}${body} │`;
  });
}

/**
 * One card as a box for a terminal: a line or two a check, the verdict in words, the overall verdict last.
 * Text from outside is made harmless here; only the colours asked for are terminal sequences.
 */
export function renderCardText(card: Card, options: TextOptions): string {
  const width = columnsAtHand(options);
  const inner = width - 4;
  const [title = '', ...rest] = wrap(
    visible(`${card.profile}: ${cardCell(card)} (${card.scorerKind} scorer)`),
    inner - 2,
  );
  const rule = '─'.repeat(Math.max(0, width - displayWidth(title) - 5));
  return [
    `┌─ ${paint(title, 'bold', options)} ${rule}┐`,
    ...rest.map((line) => framed(line, inner)),
    ...CARD_ITEMS.flatMap((id) => itemLines(card, id, inner, options)),
    `├${'─'.repeat(width - 2)}┤`,
    ...wrap(visible(`Overall: ${card.overall}`), inner).map((line) =>
      framed(line, inner, (text) => paint(text, 'bold', options)),
    ),
    `└${'─'.repeat(width - 2)}┘`,
  ].join('\n');
}

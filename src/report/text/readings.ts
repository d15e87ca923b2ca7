import type { Card } from '../../audit/types.ts';
import { visible } from '../visible.ts';
import { cardCell, NO_LICENCE } from '../words.ts';
import { padTo, wrap } from './columns.ts';
import { columnsAtHand, type Paint, paint, type TextOptions } from './style.ts';

interface Line {
  readonly label: string;
  readonly text: string;
  readonly colour?: Paint;
}

const LABEL_WIDTH = 24;

function lines(card: Card): readonly Line[] {
  const { licensed, forbidden, licensedByPaper, disagreement, missingDecisions, repair } = card;
  const candidates: readonly (Line | false)[] = [
    licensed === NO_LICENCE
      ? { label: '○ may be read as', text: licensed, colour: 'yellow' }
      : { label: '✓ may be read as', text: licensed, colour: 'green' },
    { label: '✗ must not be read as', text: forbidden, colour: 'red' },
    disagreement !== '' && { label: '  by the paper', text: licensedByPaper },
    disagreement !== '' && { label: '  why they differ', text: disagreement },
    missingDecisions.length > 0 && { label: '  not the model’s', text: missingDecisions.join(', ') },
    repair !== '' && { label: '  repair', text: repair },
  ];
  return candidates.filter((line) => line !== false);
}

/** What a score of this card's cell may and may not be read as, in a few lines. */
export function renderReadingText(card: Card, options: TextOptions): string {
  const width = columnsAtHand(options);
  const head = wrap(visible(`A score of ${card.target}, ${card.profile}: ${cardCell(card)}`), width);
  const body = lines(card).flatMap(({ label, text, colour }) =>
    wrap(visible(text), width - LABEL_WIDTH).map((line, i) => {
      const start = padTo(i === 0 ? label : '', LABEL_WIDTH);
      return colour ? paint(start + line, colour, options) : start + line;
    }),
  );
  return [...head.map((line) => paint(line, 'bold', options)), ...body].join('\n');
}

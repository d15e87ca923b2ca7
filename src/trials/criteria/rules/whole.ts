import type { RunEvidence } from '../evidence.ts';
import type { LineSpec } from '../line.ts';
import type { Selected } from '../packet.ts';
import { mainRequests, resultsOfMove, textOfItem } from '../select/shown.ts';
import { quoted, ruled, when } from './spec.ts';

/** K3: the private value is in what the model was shown as the result of a move, to the byte. */
export function shownWhole(key: string, valueName: string, what = valueName): LineSpec {
  return ruled('K3', ['shown'], what, {
    select: (evidence) => resultsOfMove(evidence, key),
    decide(items, values) {
      const value = values[valueName] ?? '';
      const texts = items.map((item) => textOfItem(item.value));
      const holds = value !== '' && texts.some((text) => text.includes(value));
      if (texts.length === 0) return when(false, `no result of ${key} was ever shown`);
      return when(holds, `${value} ${holds ? 'stands' : 'does not stand'} in ${quoted(texts.join('\n'))}`);
    },
  });
}

/** What the harness said to the model in a message or result, less what the model had said itself. */
export function toldInMain(evidence: RunEvidence, turn = 0): readonly Selected[] {
  const told = mainRequests(evidence).filter((exchange) => exchange.turn >= turn);
  return told.flatMap(({ arrival, view }) =>
    view.messages
      .filter(({ role }) => role !== 'assistant')
      .map(({ role, text, results }, index) => ({
        source: 'shown' as const,
        place: `request ${arrival}, message ${index} (${role})`,
        value: [text, ...results.map((result) => result.text)].join('\n'),
      })),
  );
}

/** K3 or K15: the private value reaches the main conversation, in whatever message, from a user turn on. */
export function reachesModel(kind: 'K3' | 'K15', valueName: string, what: string, turn = 0): LineSpec {
  return ruled(kind, ['shown'], what, {
    select: (evidence, values) =>
      toldInMain(evidence, turn).map((item) => ({
        ...item,
        value: textOfItem(item.value).includes(values[valueName] ?? '\0'),
      })),
    decide(items) {
      const at = items.find(({ value }) => value === true);
      return when(at !== undefined, at ? `it stands in ${at.place}` : `in none of ${items.length} messages`);
    },
  });
}

import type { LineSpec } from '../line.ts';
import { resultsOfMove, textOfItem } from '../select/shown.ts';
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

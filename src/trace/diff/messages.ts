import type { MessagePayload } from '../payload.ts';
import type { Found, SideView } from './side.ts';
import { excerpt, sameText, textDifference } from './texts.ts';
import type { TraceDifference } from './types.ts';

type Message = Found<MessagePayload>;

const compared = (view: SideView): readonly Message[] =>
  view.messages.filter(
    ({ payload }) => (payload.role === 'user' || payload.role === 'assistant') && payload.text.trim() !== '',
  );

/** A text of one line or less than this is too common to be found inside another. */
const SHORTEST = 8;

function within(message: Message, others: readonly Message[]): Message | undefined {
  const text = message.payload.text.trim();
  if (text.length < SHORTEST) return undefined;
  return others.find(
    (other) => other.payload.role === message.payload.role && other.payload.text.includes(text),
  );
}

/** Messages of the user's side that one side has and the other has not, or has within a longer one. */
export function messageDifferences(a: SideView, b: SideView): readonly TraceDifference[] {
  const [left, right] = [compared(a), compared(b)];
  const same = (x: Message, y: Message): boolean => sameText(x.payload.text, y.payload.text);
  const onlyA = left.filter(
    (message) => message.payload.role === 'user' && !right.some((other) => same(message, other)),
  );
  const onlyB = right.filter(
    (message) => message.payload.role === 'user' && !left.some((other) => same(message, other)),
  );
  const found: TraceDifference[] = [];
  const explained = new Set<Message>();
  for (const message of onlyA) {
    const longer = within(message, onlyB);
    if (!longer) {
      found.push({
        kind: 'message-only-here',
        what: `a message of the ${message.payload.role} is ${a.side} and not ${b.side}`,
        events: { a: message.event.id },
        a: excerpt(message.payload.text),
      });
      continue;
    }
    explained.add(longer);
    const difference = textDifference(message.payload.text.trim(), longer.payload.text);
    const more = [difference?.before, difference?.after]
      .filter((text) => text !== undefined && text !== '')
      .join('\n');
    found.push({
      kind: 'message-extended',
      what: `a message of the ${message.payload.role} is ${b.side} with more text round it`,
      events: { a: message.event.id, b: longer.event.id },
      b: excerpt(more),
    });
  }
  for (const message of onlyB) {
    if (explained.has(message) || within(message, onlyA)) continue;
    found.push({
      kind: 'message-only-here',
      what: `a message of the ${message.payload.role} is ${b.side} and not ${a.side}`,
      events: { b: message.event.id },
      b: excerpt(message.payload.text),
    });
  }
  return found;
}

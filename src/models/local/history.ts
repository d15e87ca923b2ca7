import type { Message } from '../../core/contracts/index.ts';
import type { HistoryCall, HistoryItem } from './binding.ts';

/** The binding keeps a call and its result in one place, inside what the model said. */
function modelItem(
  message: Extract<Message, { role: 'assistant' }>,
  results: ReadonlyMap<string, string>,
): HistoryItem {
  const calls = message.calls.map(
    ({ id, name, args }): HistoryCall => ({
      type: 'functionCall',
      name,
      params: args,
      result: results.get(id) ?? null,
    }),
  );
  return { type: 'model', response: message.text === '' ? calls : [message.text, ...calls] };
}

/** Messages as the binding wants them. It continues the last item, so there is an empty one where the model comes next. */
export function chatHistory(messages: readonly Message[]): readonly HistoryItem[] {
  const results = new Map(
    messages.flatMap((message) => (message.role === 'tool' ? [[message.callId, message.text] as const] : [])),
  );
  const items: HistoryItem[] = [];
  for (const message of messages) {
    if (message.role === 'tool') continue;
    if (message.role === 'assistant') items.push(modelItem(message, results));
    else items.push({ type: message.role, text: message.text });
  }
  const goesOn = items.at(-1)?.type === 'model';
  return goesOn ? items : [...items, { type: 'model', response: [] }];
}

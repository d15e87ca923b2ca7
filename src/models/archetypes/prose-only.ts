import { say } from './actions.ts';
import type { Archetype } from './archetype.ts';
import { chooses } from './habits.ts';

export const proseOnly: Archetype = {
  id: 'prose-only',
  kind: 'archetype',
  title: 'Describes what should be done and calls nothing',
  documents:
    'A model that never speaks the tool protocol (reference §6: a reply without a call spends its turn)',
  decide(view, signal) {
    signal.throwIfAborted();
    const text = view.choices
      ? chooses('skip')(view.choices, view)
      : 'First I would fetch all pages, then remove duplicates and totals, then hand the records in.';
    return Promise.resolve(say(text));
  },
};

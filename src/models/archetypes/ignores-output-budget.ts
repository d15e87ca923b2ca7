import { archetype } from './archetype.ts';

export const ignoresOutputBudget = archetype({
  id: 'ignores-output-budget',
  title: 'Writes every row into one reply, however long, and loses the call when it is cut',
  documents: 'The zeros of T7: a submission that never arrives (Table A13, GPT-5; Section A.6)',
  habits: { handsIn: 'regardless-of-budget' },
});

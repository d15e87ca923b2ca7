import { archetype } from './archetype.ts';
import { pagesInOrder } from './habits.ts';

export const walksOnce = archetype({
  id: 'walks-once',
  title: 'Walks the pages once and hands in what it was shown, also when it could know that rows are missing',
  documents:
    'The paper’s 0.800 on T6 and, under a 3,000-character window, 0.8119 on T8 and 0.1061 on T7 (Table A13; reference §9.3)',
  habits: {
    // Without the task's information there is no total to fall short of.
    nextPages: (reading, habits) => pagesInOrder({ ...reading, info: undefined }, habits),
  },
});

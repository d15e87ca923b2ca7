import { archetype } from './archetype.ts';
import { pagesInOrder } from './habits.ts';
import { pageZeroFirst } from './page-zero.ts';

export const recoversFromPageZero = archetype({
  id: 'recovers-from-page-zero',
  title: 'Asks three times for page 0, then for page 1, and solves the task',
  documents: 'GPT-4o on T3: probes page 1 after 3 or 4 rejections of page 0 (Table A14, 14 of 30)',
  habits: { nextPages: pageZeroFirst(3, pagesInOrder) },
});

import { archetype } from './archetype.ts';
import { pagesInOrder } from './habits.ts';

/** Identical calls in one reply. */
const BURST = 5;

export const retryStorm = archetype({
  id: 'retry-storm',
  title: 'Answers a fault with five identical calls at once',
  documents:
    'A retry without restraint: the fault is overcome and the request budget pays for it (reference §6)',
  habits: {
    nextPages(reading, habits) {
      const pages = pagesInOrder(reading, habits);
      const again = reading.fetches.at(-1)?.error !== undefined && pages[0] === reading.fetches.at(-1)?.page;
      return again ? pages.flatMap((page) => new Array<number>(BURST).fill(page)) : pages;
    },
  },
});

import { archetype } from './archetype.ts';
import { pagesInOrder } from './habits.ts';

export const trustsRetryFlag = archetype({
  id: 'trusts-retry-flag',
  title: 'Counts pages from 0 and repeats a call exactly when the answer says that this can help',
  documents:
    'The misleading retry flag on rejected pages (reference §9.2, item 7): harmless where the flag is true',
  habits: {
    retries: ({ error }) => error?.retryable === true,
    nextPages(reading, habits) {
      const { fetches } = reading;
      const last = fetches.at(-1);
      if (!last) return [0];
      if (last.page > 0 || last.error?.retryable) return pagesInOrder(reading, habits);
      return last.error?.status === undefined ? [] : [1];
    },
  },
});

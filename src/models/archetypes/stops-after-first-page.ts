import { archetype } from './archetype.ts';

export const stopsAfterFirstPage = archetype({
  id: 'stops-after-first-page',
  title: 'Takes the first page for all there is',
  documents: 'Incomplete paging on T2 and after (Table A11); the pagination decision made the other way',
  habits: {
    nextPages(reading, { retries }) {
      const { fetches } = reading;
      const last = fetches.at(-1);
      if (!last) return [1];
      return last.error && retries(last, reading) ? [1] : [];
    },
  },
});

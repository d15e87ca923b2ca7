import { archetype } from './archetype.ts';
import { isRefusal } from './reading.ts';

export const alwaysRetries = archetype({
  id: 'always-retries',
  title: 'Counts pages from 0 and repeats whatever failed until the budget is gone',
  documents:
    'The always-retry calibration policy (Table A2), carried to L2 and to rejections that no retry can mend',
  habits: {
    retries: () => true,
    nextPages({ fetches }) {
      const last = fetches.at(-1);
      if (!last) return [0];
      if (!last.error) return last.hasMore === false ? [] : [last.page + 1];
      return isRefusal(last) ? [] : [last.page];
    },
  },
});

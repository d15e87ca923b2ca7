import { archetype } from './archetype.ts';
import { pageZeroFirst } from './page-zero.ts';
import { honestLog, honestMetadata } from './report.ts';

export const repeatsPageZeroLonger = archetype({
  id: 'repeats-page-zero-longer',
  title: 'Asks seven times for page 0, then hands in nothing and declares the failure',
  documents: 'GPT-4o on T3: extended perseveration of 5 to 9 identical calls, same end (Table A14, 4 of 30)',
  habits: {
    nextPages: pageZeroFirst(7, () => []),
    rows: () => [],
    metadata: (reading, rows) => ({ ...honestMetadata(reading, rows), stop_reason: 'every fetch failed' }),
    log: (reading) => honestLog(reading, false),
  },
});

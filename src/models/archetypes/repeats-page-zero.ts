import { archetype } from './archetype.ts';
import { pageZeroFirst } from './page-zero.ts';
import { honestLog, honestMetadata } from './report.ts';

export const repeatsPageZero = archetype({
  id: 'repeats-page-zero',
  title: 'Asks four times for page 0, then hands in nothing and declares the failure',
  documents:
    'GPT-4o on T3: four identical page=0 calls, then a schema-valid empty submission (Table A14, 12 of 30)',
  habits: {
    nextPages: pageZeroFirst(4, () => []),
    rows: () => [],
    metadata: (reading, rows) => ({ ...honestMetadata(reading, rows), stop_reason: 'every fetch failed' }),
    log: (reading) => honestLog(reading, false),
  },
});

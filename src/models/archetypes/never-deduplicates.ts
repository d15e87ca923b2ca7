import { archetype } from './archetype.ts';
import { rowsShown, withoutTotals } from './rows.ts';

export const neverDeduplicates = archetype({
  id: 'never-deduplicates',
  title: 'Hands in every row as often as it was served',
  documents:
    'The duplicate-laden submission of the scorer probe (Table A4); the dedup decision made the other way',
  habits: { rows: (reading) => withoutTotals(rowsShown(reading)) },
});

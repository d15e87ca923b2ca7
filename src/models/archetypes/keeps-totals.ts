import { archetype } from './archetype.ts';
import { rowsShown, withoutDuplicates } from './rows.ts';

export const keepsTotals = archetype({
  id: 'keeps-totals',
  title: 'Hands in totals rows as if they were records',
  documents: 'The trap of T7 and T9 (Table A11); the totals decision made the other way',
  habits: { rows: (reading) => withoutDuplicates(rowsShown(reading)) },
});

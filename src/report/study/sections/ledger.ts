import type { ArchiveStats, StudyReport } from '../document.ts';
import type { Section } from '../section.ts';

/** What there is, and what became of it. */
export function ledgerSection(
  { ledger, root, constant, level, resamples, seed, mode, notes }: ArchiveStats,
  errors: StudyReport['errors'],
): Section {
  const held = Object.entries(constant).map(([axis, word]) => `${axis} ${word}`);
  return {
    id: 'ledger',
    title: 'Episodes',
    about: 'Each planned episode stands in exactly one state, and the states add up.',
    tables: [
      {
        title: 'By state',
        columns: [
          { title: '', format: 'text' },
          { title: 'planned', format: 'count' },
          ...Object.keys(ledger.states).map((state) => ({ title: state, format: 'count' as const })),
        ],
        rows: [['episodes', ledger.planned, ...Object.values(ledger.states)]],
      },
      ...(Object.keys(errors).length === 0
        ? []
        : [
            {
              title: 'Errors of the apparatus',
              columns: [
                { title: 'code', format: 'text' as const },
                { title: 'episodes', format: 'count' as const },
              ],
              rows: Object.entries(errors).map(([code, count]) => [code, count]),
            },
          ]),
    ],
    notes: [
      ...(held.length > 0 ? [`The same for all: ${held.join(', ')}`] : []),
      `Intervals at level ${level}; ${resamples === 0 ? 'nothing drawn again' : `${resamples} resamples, seed ${seed}, ${mode}`}`,
      ...(root === null ? [] : [`Root digest ${root}`]),
      ...notes,
    ],
  };
}

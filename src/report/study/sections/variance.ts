import type { ScorerStats } from '../document.ts';
import type { Section } from '../section.ts';

/** Where the variance comes from. */
export function varianceSection({ scorer, variance, notIdentified }: ScorerStats): Section {
  return {
    id: `variance-${scorer}`,
    title: `Where the variance comes from, ${scorer}`,
    about:
      'A balanced grid, by expected mean squares; seeds are nested in tasks. Eta squared is biased upward; omega squared may fall below zero, which means that no effect can be told from noise. A dash: a factor with one level is not identified.',
    tables: variance.map(({ label, levels, components }) => ({
      title: `${scorer}, ${label}: ${levels.model} models × ${levels.scaffold} scaffolds × ${levels.task} tasks × ${levels.seed} seeds`,
      columns: [
        { title: '', format: 'text' },
        { title: 'df', format: 'count' },
        { title: 'variance', format: 'small' },
        { title: 'share', format: 'share' },
        { title: 'eta²', format: 'score' },
        { title: 'omega²', format: 'score' },
      ],
      rows: components.map(({ term, df, variance: own, share, etaSquared, omegaSquared }) => [
        term,
        df,
        own,
        share,
        etaSquared,
        omegaSquared,
      ]),
    })),
    notes: [
      ...variance.map(({ label, n, of, method }) => `${label}: ${n} of ${of} scored runs; ${method}`),
      ...notIdentified.map(({ label, reason }) => `${label}: not identified, since ${reason}`),
    ],
  };
}

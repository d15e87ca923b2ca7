import type { ScorerStats } from '../document.ts';
import type { Section } from '../section.ts';
import type { StratumGroups } from './groups.ts';

const COLUMNS = [
  ['planned', 'count'],
  ['n', 'count'],
  ['unscored', 'count'],
  ['mean (errors dropped)', 'score'],
  ['errors failed', 'score'],
  ['errors retried', 'score'],
  ['worst case', 'score'],
  ['best case', 'score'],
] as const;

/** What the unscored episodes leave open, under each convention; a sentence when they leave nothing open. */
export function conventionsSection({ scorer }: ScorerStats, strata: readonly StratumGroups[]): Section {
  const tables = strata.flatMap(({ title, groups }) => {
    const rows = groups.flatMap(({ name, group: { figure, ledger } }) => {
      if (!figure || figure.unscored === 0) return [];
      const { n, unscored, dropped, failed, retried, worst, best } = figure;
      return [[name, ledger.planned, n, unscored, dropped, failed, retried, worst, best]];
    });
    if (rows.length === 0) return [];
    const columns = [
      { title: '', format: 'text' as const },
      ...COLUMNS.map(([column, format]) => ({ title: column, format })),
    ];
    return [{ title: `Under each convention, ${title}`, columns, rows }];
  });
  const unbounded = strata.some(({ groups }) => groups.some(({ group }) => group.figure === null));
  const unsettled = strata.flatMap(({ title, stratum }) =>
    stratum.unsettled.map(
      ({ ahead, behind }) =>
        `${title}: ${ahead} is ahead of ${behind}, and the unscored episodes could turn that round`,
    ),
  );
  return {
    id: `conventions-${scorer}`,
    title: `What the unscored leave open, ${scorer}`,
    about: 'Worst case counts every unscored episode as 0, best case as 1.',
    tables,
    notes: [
      ...(tables.length === 0 && !unbounded
        ? ['No episode is unscored, so every bound and every convention gives the mean']
        : []),
      ...(unbounded ? ['Some scores lie outside 0 to 1, so that nothing bounds what is unscored'] : []),
      ...unsettled,
    ],
  };
}

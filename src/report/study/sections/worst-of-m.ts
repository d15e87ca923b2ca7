import type { GroupStats, ScorerStats } from '../document.ts';
import type { Cell, Section } from '../section.ts';
import type { StratumGroups } from './groups.ts';

const at = ({ worstOf }: GroupStats, m: number): Cell =>
  worstOf.find((point) => point.m === m)?.expectedWorst ?? null;

/** Values of m that every group of a stratum has, the last the one at which they compare. */
function sharedSteps(groups: readonly GroupStats[], most: number): readonly number[] {
  const [first] = groups.filter(({ worstOf }) => worstOf.length > 0);
  const known = (first?.worstOf ?? []).map(({ m }) => m).filter((m) => m <= most);
  return known.filter((m) => groups.every((group) => group.worstOf.length === 0 || at(group, m) !== null));
}

/** The expected worst of equally many runs: what compares where minima do not. */
export function worstSection({ scorer }: ScorerStats, strata: readonly StratumGroups[]): Section {
  const tables = strata.flatMap(({ stratum, title, groups }) => {
    const own = groups.map(({ group }) => group);
    const steps = stratum.worstComparedAt === null ? [] : sharedSteps(own, stratum.worstComparedAt);
    if (steps.length === 0) return [];
    return [
      {
        title: `Expected worst of m runs, ${title}`,
        columns: [
          { title: '', format: 'text' as const },
          { title: 'n', format: 'count' as const },
          ...steps.map((m) => ({ title: `m = ${m}`, format: 'score' as const })),
          { title: 'a new run below the worst, at most', format: 'share' as const },
        ],
        rows: groups.map(({ name, group }) => [
          name,
          group.spread?.n ?? 0,
          ...steps.map((m) => at(group, m)),
          group.spread?.chanceBelowWorst ?? null,
        ]),
      },
    ];
  });
  const unequal = strata.filter(
    ({ groups }) => new Set(groups.flatMap(({ group }) => group.spread?.n ?? [])).size > 1,
  );
  return {
    id: `worst-${scorer}`,
    title: `Worst of m, ${scorer}`,
    about:
      'A minimum falls as runs are added. The expected worst of m runs, drawn without replacement, compares at unequal n.',
    tables,
    notes: unequal.map(
      ({ title, stratum }) =>
        `${title}: the groups have unequal n, so their minima are not compared; read the column m = ${stratum.worstComparedAt}`,
    ),
  };
}

import type { ArchiveStats, GroupStats, ScorerStats, Stratum } from '../document.ts';

/** A stratum with its groups, in its own order. */
export interface StratumGroups {
  readonly stratum: Stratum;
  /** `l2 × truth`: the level beside the scorer, without which no number stands. */
  readonly title: string;
  readonly groups: readonly { readonly name: string; readonly group: GroupStats }[];
}

const ALL = 'all runs';

/** Groups of each stratum, found by their keys. */
export function strataWithGroups(
  { scorer, groups, strata }: ScorerStats,
  { by, constant }: Pick<ArchiveStats, 'by' | 'constant'>,
): readonly StratumGroups[] {
  const [first = '', ...others] = by;
  const held = others.includes('scaffold') ? '' : (constant['scaffold'] ?? '');
  return strata.map((stratum) => {
    const own = groups.filter(({ key }) => others.every((axis) => key[axis] === stratum.key[axis]));
    const words = [held, stratum.label === ALL ? '' : stratum.label].filter((word) => word !== '');
    return {
      stratum,
      title: [words.join(', '), scorer].filter((word) => word !== '').join(' × '),
      groups: own.map((group) => ({ name: group.key[first] || ALL, group })),
    };
  });
}

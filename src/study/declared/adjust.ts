import { benjaminiHochberg, holm } from '../../stats/multiplicity.ts';
import type { Measured } from './pairs.ts';
import type { PairedResult, Standing } from './results.ts';

type Adjusted = Pick<PairedResult, 'pAdjusted' | 'adjustment'>;

const NONE: Adjusted = { pAdjusted: null, adjustment: 'none' };

interface Member {
  readonly key: string;
  readonly p: number;
}

function adjusted(
  members: readonly Member[],
  adjust: (p: readonly number[]) => readonly number[],
  places: number,
): ReadonlyMap<string, number> {
  const empty = Math.max(0, places - members.length);
  const p = [...members.map((member) => member.p), ...new Array<number>(empty).fill(1)];
  const out = adjust(p);
  return new Map(members.map(({ key }, index) => [key, out[index] as number]));
}

/**
 * Adjusts within each declared family: Holm over what is confirmatory, Benjamini and Hochberg over what is exploratory
 * (statistics specification §5.10). A family keeps as many places as were declared: a member that leaves it, or that has
 * no p, stands as if its p were 1, so that nobody gains by losing a test.
 *
 * @param sizes places of each family, as declared
 */
export function adjustFamilies(
  results: readonly Measured[],
  standingOf: (key: string) => Standing,
  sizes: Readonly<Record<string, number>>,
): readonly PairedResult[] {
  const byKey = new Map<string, Adjusted>();
  for (const family of new Set(results.flatMap((result) => result.family ?? []))) {
    const members = results.flatMap(({ key, p, family: own }) =>
      own === family && p !== null ? [{ key, p, standing: standingOf(key) }] : [],
    );
    const confirmed = members.filter(({ standing }) => standing === 'confirmatory');
    const explored = members.filter(({ standing }) => standing === 'exploratory');
    for (const [key, pAdjusted] of adjusted(confirmed, holm, sizes[family] ?? 0))
      byKey.set(key, { pAdjusted, adjustment: 'holm' });
    for (const [key, pAdjusted] of adjusted(explored, benjaminiHochberg, 0))
      byKey.set(key, { pAdjusted, adjustment: 'benjamini-hochberg' });
  }
  return results.map((result) => ({
    ...result,
    ...(byKey.get(result.key) ?? NONE),
    standing: result.family === null ? 'exploratory' : standingOf(result.key),
  }));
}

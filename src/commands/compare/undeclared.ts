import type { ArchiveStats } from '../../report/study/document.ts';
import type { Asked } from './contrast.ts';
import { selectorOf } from './selector.ts';

/** Of more contestants not every pair is shown, but each against the one with the highest mean. */
const MOST_ALL_PAIRS = 6;

/** Contrasts that nobody declared: they are read as a screen, never as a confirmation. */
export function undeclared({ scorers: [scorer], by }: ArchiveStats): readonly Asked[] {
  const [first] = by;
  if (!scorer || first === undefined) return [];
  return scorer.strata.flatMap(({ key, contestants }) => {
    const groups = contestants.flatMap((name) => {
      const group = scorer.groups.find(
        (each) =>
          each.key[first] === name &&
          Object.entries(key).every(([axis, word]) => each.key[axis] === word) &&
          each.spread !== null,
      );
      return group?.spread ? [{ key: group.key, mean: group.spread.mean, label: group.label }] : [];
    });
    const asked = (a: (typeof groups)[number], b: (typeof groups)[number]): Asked => ({
      label: `${a.label} − ${b.key[first]}`,
      a: selectorOf(a.key, first),
      b: selectorOf(b.key, first),
    });
    if (groups.length <= MOST_ALL_PAIRS) {
      return groups.flatMap((a, at) => groups.slice(at + 1).map((b) => asked(a, b)));
    }
    const [best, ...others] = groups.toSorted((a, b) => b.mean - a.mean);
    return best ? others.map((other) => asked(best, other)) : [];
  });
}

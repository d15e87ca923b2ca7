import { byCodePoint } from '../../core/canonical.ts';
import { SCORERS } from '../../scorers/registry.ts';

const PLACES = new Map(SCORERS.map(({ id }, place) => [id, place]));

/** Scorers in the order in which reports show them, the headline outcome first; ones that are not ours come last. */
export function inScorerOrder(ids: Iterable<string>): readonly string[] {
  const placeOf = (id: string): number => PLACES.get(id) ?? PLACES.size;
  return [...ids].sort((a, b) => placeOf(a) - placeOf(b) || byCodePoint(a, b));
}

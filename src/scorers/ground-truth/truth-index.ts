import type { Truth } from '../../core/contracts/index.ts';

/** Positions of the true records by identifier. */
export type TruthIndex = ReadonlyMap<string, number>;

/** Kept as long as the truth itself: several scorers ask for the same one. */
const INDEXES = new WeakMap<Truth, TruthIndex>();

function indexOf({ records, idField }: Truth): TruthIndex {
  const index = new Map<string, number>();
  for (const [position, record] of records.entries()) {
    const id = record[idField];
    if (typeof id !== 'string' || index.has(id)) {
      throw new TypeError(
        `True record ${position} needs a text of its own in ${idField}, not ${JSON.stringify(id)}`,
      );
    }
    index.set(id, position);
  }
  return index;
}

/** @throws TypeError when two true records share an identifier, or one has no text for it */
export function truthIndex(truth: Truth): TruthIndex {
  const known = INDEXES.get(truth);
  if (known) return known;
  const index = indexOf(truth);
  INDEXES.set(truth, index);
  return index;
}

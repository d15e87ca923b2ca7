import type { EpisodeRecord, Owner, Scaffold } from '../../core/contracts/index.ts';
import type { OwnershipRow, Verdict } from '../types.ts';

function observedOwner(counts: Readonly<Record<Owner, number>>): OwnershipRow['observed'] {
  const owners = (Object.keys(counts) as Owner[]).filter((owner) => counts[owner] > 0);
  if (owners.length === 0) return 'never-made';
  return owners.length === 1 ? (owners[0] as Owner) : 'shared';
}

/** The declared ownership map beside who was seen to decide, counted over recorded decisions. */
export function ownershipRows(
  scaffold: Pick<Scaffold, 'id' | 'ownership'>,
  decisions: readonly string[],
  records: readonly EpisodeRecord[],
): OwnershipRow[] {
  const own = records.filter((record) => record.coordinates.scaffold === scaffold.id);
  return decisions.map((decision) => {
    const counts: Record<Owner, number> = { model: 0, scaffold: 0, environment: 0 };
    for (const record of own) {
      for (const made of record.decisions) if (made.decision === decision) counts[made.owner] += made.count;
    }
    const declared = scaffold.ownership[decision] ?? 'environment';
    return { scaffold: scaffold.id, decision, declared, counts, observed: observedOwner(counts) };
  });
}

export interface Ownership {
  readonly scaffold: string;
  readonly claimed: number;
  /** Claimed decisions seen to be the model's alone, and the rest. */
  readonly owned: number;
  readonly notOwned: number;
  readonly missing: readonly string[];
  /** Decisions whose declared owner is not the one observed. */
  readonly contradicted: readonly string[];
  readonly neverMade: readonly string[];
  readonly rows: readonly OwnershipRow[];
}

export function ownership(scaffold: string, rows: readonly OwnershipRow[]): Ownership {
  const missing = rows.filter((row) => row.observed !== 'model').map((row) => row.decision);
  return {
    scaffold,
    claimed: rows.length,
    owned: rows.length - missing.length,
    notOwned: missing.length,
    missing,
    contradicted: rows
      .filter((row) => row.observed !== 'never-made' && row.observed !== row.declared)
      .map((row) => row.decision),
    neverMade: rows.filter((row) => row.observed === 'never-made').map((row) => row.decision),
    rows,
  };
}

/**
 * Passes when every claimed decision was seen to be the model's and nothing contradicts the declared map. A decision
 * that never arose was not probed; an undeclared scaffold action on a claimed decision fails.
 */
export function ownershipVerdict({ claimed, missing, contradicted, neverMade }: Ownership): Verdict {
  if (claimed === 0) return 'not-probed';
  if (contradicted.length > 0 || missing.length > neverMade.length) return 'fail';
  return neverMade.length > 0 ? 'not-probed' : 'pass';
}

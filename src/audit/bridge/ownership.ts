import type { BridgeOwnership, ProbedTarget } from '../../scorers/bridge/index.ts';
import type { Verdict } from '../types.ts';
import type { BridgeOwnershipMap } from './measurements.ts';

const isModel = (owner: string | undefined): boolean =>
  owner === 'model' || owner?.startsWith('model:') === true;

function mapOf({ levels, decisions, confirmed_by }: BridgeOwnership): BridgeOwnershipMap {
  const executed = decisions.filter(({ evidence }) => evidence === 'executed');
  const taken = executed.filter(({ owner }) => levels.some((level) => !isModel(owner[level])));
  return {
    levels,
    decisions: decisions.map(({ id, owner, evidence }) => ({ id, owner, evidence })),
    executed: executed.length,
    taken: taken.length,
    confirmedBy: confirmed_by,
  };
}

/** Who decides, by the target's own probe, where it has one. */
export async function ownershipOf(target: ProbedTarget): Promise<BridgeOwnershipMap | null> {
  const answer = await target.ownership();
  return answer.kind === 'answer' ? mapOf(answer.value) : null;
}

/** Decisions that some level takes from the model. */
export function takenDecisions(map: BridgeOwnershipMap | null): readonly string[] {
  if (!map) return [];
  return map.decisions
    .filter(({ owner }) => map.levels.some((level) => !isModel(owner[level])))
    .map(({ id }) => id);
}

/** A map that nobody executed, however fair it looks, is not-probed. */
export function ownershipVerdict(map: BridgeOwnershipMap | null): Verdict {
  if (!map || map.decisions.length === 0) return 'not-probed';
  if (map.taken > 0) return 'fail';
  return map.executed === map.decisions.length ? 'pass' : 'not-probed';
}

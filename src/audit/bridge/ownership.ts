import { MeasurandError } from '../../core/errors.ts';
import type { BridgeOwnership, ProbedTarget } from '../../scorers/bridge/index.ts';
import type { Proposal } from '../propose/proposal.ts';
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

const PROPOSED_LEVEL = 'as proposed';

/**
 * A proposed map as one of a target: nothing of it was executed, so it passes nothing, whoever confirmed it.
 *
 * @throws MeasurandError `invalid-proposal` for a proposal of something else, or one that was rejected
 */
export function proposedMap({ body, digest, status, confirmation }: Proposal): BridgeOwnershipMap {
  const { content, model } = body;
  if (content.kind !== 'ownership' || status === 'rejected') {
    const what = content.kind === 'ownership' ? 'was rejected by a check' : `proposes a ${content.kind}`;
    throw new MeasurandError('invalid-proposal', `the proposal ${what}`, {
      next: 'Give an ownership map that measurand propose wrote',
    });
  }
  return {
    levels: [PROPOSED_LEVEL],
    decisions: content.decisions.map(({ decision, owner }) => ({
      id: decision,
      owner: { [PROPOSED_LEVEL]: owner },
      evidence: status,
    })),
    executed: 0,
    taken: 0,
    confirmedBy: confirmation?.by ?? null,
    proposal: { model: model.id, answeredBy: model.answeredBy, digest, status },
  };
}

/** Decisions that some level takes from the model. What a model only proposes asks nobody to repair anything. */
export function takenDecisions(map: BridgeOwnershipMap | null): readonly string[] {
  if (!map || map.proposal?.status === 'proposed') return [];
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

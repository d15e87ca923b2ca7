import type { Verdict } from '../criteria/verdict.ts';
import type { Chain } from './chain.ts';

/** One run as a counterfactual compares it. */
export interface ComparedRun {
  readonly admitted: boolean;
  readonly verdicts: readonly Verdict[];
  /** Names of the calls that the model made, in order. */
  readonly calls: readonly string[];
}

/** The run with the distortion repaired at the boundary. */
export interface RepairedRun extends ComparedRun {
  /** How many requests the repair changed. */
  readonly repaired: number;
}

export interface ValidationByIntervention {
  readonly chain: string;
  readonly outcome: 'validated' | 'refuted' | 'inconclusive';
  readonly reason: string;
  /** Criteria whose verdicts differ, ends of the chain included. */
  readonly changed: readonly string[];
}

const stateIn = (run: ComparedRun, criterion: string): number | undefined =>
  run.verdicts.find((verdict) => verdict.criterion === criterion)?.state;

function changedBetween(before: ComparedRun, after: ComparedRun): readonly string[] {
  return before.verdicts
    .filter(({ criterion, state }) => stateIn(after, criterion) !== state)
    .map(({ criterion }) => criterion);
}

type Ruling = Pick<ValidationByIntervention, 'outcome' | 'reason'>;

const inconclusive = (reason: string): Ruling => ({ outcome: 'inconclusive', reason });

function unfit(chain: Chain, before: ComparedRun, after: RepairedRun): string | undefined {
  if (chain.agent === null) return 'the chain has no agent end that could flip';
  if (!(before.admitted && after.admitted)) return 'a run was not admitted';
  if (stateIn(before, chain.harness) !== 0)
    return `${chain.harness} was not zero: there is nothing to repair`;
  if (stateIn(before, chain.agent) !== 0) return `${chain.agent} was not zero: there is nothing to flip`;
  if (after.repaired === 0) return 'the repair reached no request';
  if (stateIn(after, chain.harness) !== 1)
    return `${chain.harness} is still zero: the repair did not restore it`;
  return undefined;
}

function ruling(chain: Chain, before: ComparedRun, after: RepairedRun, changed: readonly string[]): Ruling {
  const trouble = unfit(chain, before, after);
  if (trouble !== undefined) return inconclusive(trouble);
  const others = changed.filter((criterion) => criterion !== chain.harness && criterion !== chain.agent);
  if (stateIn(after, chain.agent ?? '') !== 1) {
    return {
      outcome: 'refuted',
      reason: `with the distortion repaired, ${chain.agent} is zero all the same`,
    };
  }
  if (others.length > 0) return inconclusive(`${others.join(', ')} changed too`);
  if (before.calls.join('\n') !== after.calls.join('\n')) {
    return inconclusive('the model made other calls, so more than the repair differs');
  }
  return {
    outcome: 'validated',
    reason: `with the distortion repaired, ${chain.agent} holds, and nothing else changed`,
  };
}

/**
 * Judges one link by intervention (DESIGN §8): the same script or recording ran again with the distortion repaired at
 * the boundary. Validated only if the agent criterion flips and nothing else changed; refuted if the repair reached the
 * model and it did not flip; else inconclusive.
 */
export function judgeIntervention(
  chain: Chain,
  before: ComparedRun,
  after: RepairedRun,
): ValidationByIntervention {
  const changed = changedBetween(before, after);
  return { chain: chain.id, ...ruling(chain, before, after, changed), changed };
}

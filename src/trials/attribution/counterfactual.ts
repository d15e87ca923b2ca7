import type { Verdict } from '../criteria/verdict.ts';
import type { Chain } from './chain.ts';

/** A call that the model made: the move of a script that it was, if any, and the tool. */
interface ComparedCall {
  readonly move?: string;
  readonly name: string;
}

/** One run as a counterfactual compares it. */
export interface ComparedRun {
  readonly admitted: boolean;
  readonly verdicts: readonly Verdict[];
  /** In order. */
  readonly calls: readonly ComparedCall[];
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

/** Changes that the chain does not declare: a follower may come to hold, and no more. */
function undeclared(
  chain: Chain,
  before: ComparedRun,
  after: ComparedRun,
  changed: readonly string[],
): readonly string[] {
  const follows = (criterion: string): boolean =>
    chain.followers?.criteria.includes(criterion) === true &&
    stateIn(before, criterion) === 0 &&
    stateIn(after, criterion) === 1;
  return changed.filter(
    (criterion) => criterion !== chain.harness && criterion !== chain.agent && !follows(criterion),
  );
}

/** The calls of a run, without the moves that hang on the ends of the chain. */
const settledCalls = ({ followers }: Chain, { calls }: ComparedRun): string =>
  calls
    .filter(({ move }) => move === undefined || followers?.moves.includes(move) !== true)
    .map(({ name }) => name)
    .join('\n');

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

/** Says which of the declared followers changed with the ends. */
function nothingElse(chain: Chain, changed: readonly string[]): string {
  const followed = changed.filter((criterion) => chain.followers?.criteria.includes(criterion));
  return followed.length === 0
    ? 'nothing else changed'
    : `with it ${followed.join(', ')}, as declared; nothing else changed`;
}

function ruling(chain: Chain, before: ComparedRun, after: RepairedRun, changed: readonly string[]): Ruling {
  const trouble = unfit(chain, before, after);
  if (trouble !== undefined) return inconclusive(trouble);
  const others = undeclared(chain, before, after, changed);
  if (stateIn(after, chain.agent ?? '') !== 1) {
    return {
      outcome: 'refuted',
      reason: `with the distortion repaired, ${chain.agent} is zero all the same`,
    };
  }
  if (others.length > 0) return inconclusive(`${others.join(', ')} changed too`);
  if (settledCalls(chain, before) !== settledCalls(chain, after)) {
    return inconclusive('the model made other calls, so more than the repair differs');
  }
  return {
    outcome: 'validated',
    reason: `with the distortion repaired, ${chain.agent} holds, and ${nothingElse(chain, changed)}`,
  };
}

/**
 * Judges one link by intervention (DESIGN §8): the same script or recording ran again with the distortion repaired at
 * the boundary. Validated only if the agent criterion flips, with what the chain declares to follow, and nothing else changed; refuted if the repair reached the
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

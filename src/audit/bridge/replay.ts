import type { ProbedTarget, RawJson } from '../../scorers/bridge/index.ts';
import type { Verdict } from '../types.ts';
import type { BridgeReplayCheck } from './measurements.ts';
import type { SoundTask } from './probe.ts';
import { type AskedScore, wordsOf } from './tally.ts';

/** Python hashes strings by a seed; what depends on the order of a set shows only under another one. */
export const FIRST_HASH_SEED = { PYTHONHASHSEED: '0' };
const OTHER_HASH_SEED = { PYTHONHASHSEED: '1' };

type Example = BridgeReplayCheck['example'];

interface Repeated {
  readonly tried: number;
  readonly differ: number;
  readonly example: Example;
}

async function repeat(target: ProbedTarget, asked: Iterable<AskedScore>): Promise<Repeated> {
  let tried = 0;
  let differ = 0;
  let example: Example = null;
  for (const { task, submission, said } of asked) {
    const outcome = await target.score(task, submission);
    if (outcome.kind === 'not-probed') continue;
    tried += 1;
    const again = wordsOf(outcome);
    if (again === said) continue;
    differ += 1;
    example ??= { task, first: said, again };
  }
  return { tried, differ, example };
}

/** Correct, worse, correct again, on each task: whatever the worse one leaves behind shows in the third score. */
async function leaks(
  target: ProbedTarget,
  sound: readonly SoundTask[],
  worse: ReadonlyMap<string, RawJson>,
): Promise<Repeated> {
  let tried = 0;
  let differ = 0;
  let example: Example = null;
  for (const { task, correct } of sound) {
    const bad = worse.get(task);
    if (bad === undefined) continue;
    const first = await target.score(task, correct);
    await target.score(task, bad);
    const third = await target.score(task, correct);
    if (first.kind === 'not-probed' || third.kind === 'not-probed') continue;
    tried += 1;
    if (wordsOf(first) === wordsOf(third)) continue;
    differ += 1;
    example ??= { task, first: wordsOf(first), again: wordsOf(third) };
  }
  return { tried, differ, example };
}

/** Tasks on which the leak of state is looked for. */
const MOST_LEAK_TASKS = 50;

/**
 * Makes sampled requests again: in the process that answered them, then in a fresh one, in reverse order and under
 * another seed of Python's hash; and looks for state that one score leaves to the next.
 */
export async function replayCheck(
  target: ProbedTarget,
  sample: readonly AskedScore[],
  sound: readonly SoundTask[],
): Promise<BridgeReplayCheck> {
  const worse = new Map(sample.map(({ task, submission }) => [task, submission]));
  const same = await repeat(target, sample);
  const leaked = await leaks(target, sound.slice(0, MOST_LEAK_TASKS), worse);
  await target.renew(OTHER_HASH_SEED);
  const fresh = await repeat(target, sample.toReversed());
  const pair = ({ tried, differ }: Repeated) => ({ tried, differ });
  return {
    sampled: sample.length,
    sameProcess: pair(same),
    freshProcess: pair(fresh),
    stateLeak: pair(leaked),
    example: same.example ?? leaked.example ?? fresh.example,
  };
}

/** Passes when no repeated score differs; not-probed when any part of the check could not be made. */
export function replayVerdict({ sampled, sameProcess, freshProcess, stateLeak }: BridgeReplayCheck): Verdict {
  if (sameProcess.differ + freshProcess.differ + stateLeak.differ > 0) return 'fail';
  const whole = sampled > 0 && sameProcess.tried === sampled && freshProcess.tried === sampled;
  return whole ? 'pass' : 'not-probed';
}

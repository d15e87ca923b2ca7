import { canonicalJson } from '../../core/canonical.ts';
import type { Task } from '../../core/contracts/index.ts';
import { byTask, type Walker, walkTasks } from '../environment/walks.ts';
import type { Verdict } from '../types.ts';

/** Truth scores of one model that makes the scaffold's own choices, before and after the scaffold was taken away. */
export interface PlayedTwice {
  readonly before: number;
  readonly after: number;
}

/** Whether a task is the same task once its scaffold is taken away. */
export interface Equivalence {
  readonly seeds: number;
  /** Seeds on which the two have other truths, are served otherwise, or are told to do something else. */
  readonly truth: number;
  readonly service: number;
  readonly statement: number;
  /** Episodes in which the choices of the scaffold were made by a model, and those in which less was reached so. */
  readonly played: number;
  readonly lost: number;
}

export interface EquivalenceOptions {
  readonly before: Task;
  readonly after: Task;
  readonly seeds: readonly number[];
  /** Asks both services for everything. */
  readonly walk: Walker;
  readonly played: readonly PlayedTwice[];
  readonly resolution: number;
}

/**
 * Compares a task with its de-scaffolded variant (paper, Table A7, last row): the truth, what the service serves, the
 * words of the task, and whether the scaffold's own choices reach as much when a model makes them.
 */
export async function equivalence(options: EquivalenceOptions): Promise<Equivalence> {
  const { before, after, seeds, walk, played, resolution } = options;
  const [left, right] = [await walkTasks([before], seeds, walk), await walkTasks([after], seeds, walk)];
  const [own = []] = byTask(left).values();
  const [other = []] = byTask(right).values();
  const turns = (task: Task, seed: number): string =>
    canonicalJson(task.open(seed).turns.map(({ text }) => text));
  return {
    seeds: seeds.length,
    truth: own.filter(({ truthDigest }, at) => truthDigest !== other[at]?.truthDigest).length,
    service: own.filter(({ serviceDigest }, at) => serviceDigest !== other[at]?.serviceDigest).length,
    statement: seeds.filter((seed) => turns(before, seed) !== turns(after, seed)).length,
    played: played.length,
    lost: played.filter((scores) => scores.after < scores.before - resolution).length,
  };
}

/** Fails when the task became another one; without an episode played both ways nothing was established. */
export function equivalenceVerdict({ seeds, truth, service, statement, played, lost }: Equivalence): Verdict {
  if (truth + service + statement + lost > 0) return 'fail';
  return seeds === 0 || played === 0 ? 'not-probed' : 'pass';
}

/** What de-scaffolding may be read as: an intervention on the scaffold, or nothing. */
export function interventionReading(verdict: Verdict): 'licensed' | 'not licensed' {
  return verdict === 'pass' ? 'licensed' : 'not licensed';
}

import type { ProbedTarget } from '../../scorers/bridge/index.ts';
import type { BridgeLeak } from './measurements.ts';
import type { Tally } from './tally.ts';

/** Solutions in what the benchmark itself shows to a model, by the target's own look, where it has one. */
export async function leakOf(target: ProbedTarget, tally: Tally): Promise<BridgeLeak | null> {
  const answer = await target.leak?.();
  if (answer === undefined) return null;
  if (answer.kind === 'answer') return answer.value;
  tally.unanswered('leak', answer);
  return null;
}

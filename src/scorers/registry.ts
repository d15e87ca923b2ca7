import type { Scorer } from '../core/contracts/index.ts';
import { MeasurandError } from '../core/errors.ts';
import { coverage } from './coverage/index.ts';
import { truth, truthById } from './ground-truth/index.ts';
import { shapeJudge } from './shape-judge/index.ts';

/** Every scorer that ships with Measurand, the headline outcome first. None of them sees which model it grades. */
export const SCORERS: readonly Scorer[] = [truth, truthById, coverage, shapeJudge];

const BY_ID = new Map(SCORERS.map((scorer) => [scorer.id, scorer]));

/** @throws MeasurandError `unknown-scorer`, naming the scorers there are */
export function scorerNamed(id: string): Scorer {
  const scorer = BY_ID.get(id);
  if (scorer) return scorer;
  throw new MeasurandError('unknown-scorer', `There is no scorer ${JSON.stringify(id)}`, {
    field: 'scorer',
    next: `Choose from ${[...BY_ID.keys()].join(', ')}`,
  });
}

import type { Contrast } from '../../report/study/document.ts';
import { minimumDetectableEffect } from '../../stats/sample-size.ts';
import { stdSample } from '../../stats/spread.ts';

const POWER = 0.8;

/**
 * The smallest true difference that this design finds, from the spread of its own differences: over tasks when there are
 * several, since only they speak of new ones, and over pairs of the one task otherwise.
 *
 * @param byTask mean difference of each task
 * @param differences of each pair
 */
export function detectableEffect(
  byTask: readonly number[],
  differences: readonly number[],
  alpha: number,
): Contrast['detectable'] {
  const unit = byTask.length > 1 ? 'tasks' : 'pairs';
  const values = unit === 'tasks' ? byTask : differences;
  const spread = values.length > 1 ? stdSample(values) : null;
  if (spread === null || spread === 0) return null;
  const { effect } = minimumDetectableEffect(values.length, { omega2: spread ** 2, alpha, power: POWER });
  return { unit, units: values.length, effect, alpha, power: POWER };
}

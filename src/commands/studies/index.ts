import { MeasurandError } from '../../core/errors.ts';
import type { BuiltInStudy } from '../../study/built-in.ts';
import { B1 } from './b1.ts';
import { B2 } from './b2.ts';
import { DEGRADATION } from './degradation.ts';
import { SLACK } from './slack.ts';

const STUDIES: readonly BuiltInStudy[] = [B1, B2, SLACK, DEGRADATION];

/** The studies that `measurand run NAME` knows, in the order in which they build on each other. */
export function builtInStudies(): readonly BuiltInStudy[] {
  return STUDIES;
}

/** @throws MeasurandError `unknown-study`, naming the studies there are */
export function builtInStudy(id: string): BuiltInStudy {
  const study = STUDIES.find((candidate) => candidate.id === id);
  if (study) return study;
  throw new MeasurandError('unknown-study', `There is no built-in study ${JSON.stringify(id)}`, {
    next: `Choose one of ${STUDIES.map((candidate) => candidate.id).join(', ')}`,
  });
}

import { HARNESS_ADAPTERS } from '../../../scaffolds/native/adapters/catalogue.ts';
import type { Trial } from '../define-trial.ts';
import { eligibilityOf } from '../eligibility.ts';
import { problems, type TrialProblem } from './finding.ts';

/** A trial that fewer harnesses can run compares nothing. */
const FEWEST = 2;

export function eligibilityProblems(trial: Trial): readonly TrialProblem[] {
  const eligible = HARNESS_ADAPTERS.filter((adapter) => eligibilityOf(trial, adapter).code === 'eligible');
  return problems(
    'eligibility',
    eligible.length >= FEWEST
      ? []
      : [`${eligible.length} harnesses can run it, and a comparison needs ${FEWEST}`],
  );
}

import type { Trial } from '../define-trial.ts';
import { eligibilityProblems } from './eligible.ts';
import type { TrialProblem } from './finding.ts';
import { livePromptProblems } from './live-prompts.ts';
import { oracleProblems } from './oracle.ts';
import { privateProblems } from './private-text.ts';
import { type ReferencePlay, referenceProblems, shortcutProblems } from './solvable.ts';
import { structureProblems } from './structure.ts';

/** All that can be found without running anything. */
export const staticProblems = (trial: Trial): readonly TrialProblem[] => [
  ...structureProblems(trial),
  ...livePromptProblems(trial),
  ...privateProblems(trial),
  ...oracleProblems(trial),
  ...eligibilityProblems(trial),
];

/** Everything that is wrong with a trial; it is run twice under the reference harness. */
export async function trialProblems(trial: Trial, options: ReferencePlay): Promise<readonly TrialProblem[]> {
  const [reference, shortcut] = await Promise.all([
    referenceProblems(trial, options),
    shortcutProblems(trial, options),
  ]);
  return [...staticProblems(trial), ...reference, ...shortcut];
}

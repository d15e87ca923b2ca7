import { sessions } from '../../scaffolds/native/scripts/styles.ts';
import * as absent from '../criteria/rules/absent.ts';
import * as action from '../criteria/rules/action.ts';
import * as bounded from '../criteria/rules/bounded.ts';
import * as deliverable from '../criteria/rules/deliverable.ts';
import * as exitCode from '../criteria/rules/exit-code.ts';
import * as once from '../criteria/rules/once.ts';
import * as outcomeKind from '../criteria/rules/outcome-kind.ts';
import * as pair from '../criteria/rules/pair.ts';
import * as process from '../criteria/rules/process.ts';
import * as record from '../criteria/rules/record.ts';
import * as rubric from '../criteria/rules/rubric.ts';
import { when } from '../criteria/rules/spec.ts';
import * as state from '../criteria/rules/state.ts';
import * as status from '../criteria/rules/status.ts';
import * as whole from '../criteria/rules/whole.ts';
import * as shown from '../criteria/select/shown.ts';
import * as world from '../criteria/select/world.ts';
import { defineTrial } from './define-trial.ts';
import * as left from './deliverable.ts';
import { noMoreThan } from './gates.ts';
import { runCommandVerifier } from './harbor/command-verifier.ts';
import * as stepwise from './scripts/stepwise.ts';
import { says, text } from './services/service.ts';

/** All that a trial outside the package is made with; its file gets it and imports nothing. */
export const trialKit = {
  defineTrial,
  /** Lines of the sheets, by rule and by rubric. */
  lines: {
    ...absent,
    ...action,
    ...bounded,
    ...deliverable,
    ...exitCode,
    ...once,
    ...outcomeKind,
    ...pair,
    ...process,
    ...record,
    ...rubric,
    ...state,
    ...status,
    ...whole,
    when,
  },
  /** Selectors of evidence, for rules of one's own. */
  select: { ...shown, ...world },
  /** Scripts that obey what they are told. */
  script: { ...stepwise, sessions },
  /** What a run left, and the move that writes an object. */
  files: left,
  gates: { noMoreThan },
  /** Answers of tools. */
  answer: { says, text },
  /** The verifier of a task that became a trial. */
  task: { verified: runCommandVerifier },
} as const;

export type TrialKit = typeof trialKit;

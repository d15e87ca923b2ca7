/** What is wrong with a trial. */
export interface TrialProblem {
  /** Which check found it. */
  readonly check:
    | 'structure'
    | 'private values'
    | 'oracle'
    | 'eligibility'
    | 'trigger'
    | 'reference'
    | 'shortcut';
  readonly says: string;
}

/** Turns findings of one check into problems. */
export const problems = (check: TrialProblem['check'], says: readonly string[]): readonly TrialProblem[] =>
  says.map((each) => ({ check, says: each }));

/** Something to be looked at in a pull request, wherever it was found. */
export interface OutputFinding {
  /** Id of the rule that it breaks. */
  readonly rule: string;
  readonly level: 'error' | 'warning';
  /** A sentence without a full stop. */
  readonly message: string;
  /** A file of the project or of its logs; absent where a finding is of none. */
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
  /** The record or part of the file, as it is called there. */
  readonly place?: string;
}

export interface OutputRule {
  readonly id: string;
  readonly title: string;
  readonly help: string;
  readonly level: 'error' | 'warning';
}

/** One thing that was tried. `failure`: it was found wanting; `error`: it could not be tried. */
export interface OutputCase {
  readonly suite: string;
  readonly name: string;
  readonly outcome: 'pass' | 'failure' | 'error' | 'skipped';
  readonly message?: string;
}

/** What the forms for pull requests are written from. */
export interface OutputReport {
  readonly title: string;
  readonly version: string;
  readonly rules: readonly OutputRule[];
  readonly findings: readonly OutputFinding[];
  readonly cases: readonly OutputCase[];
  /** Sentences of the summary. */
  readonly lines: readonly string[];
}

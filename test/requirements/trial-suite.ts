import type { Requirement } from '../requirements.ts';

/** What writing, listing and linting trials promises. */
export const TRIAL_SUITE = {
  'trial.lint.finds': {
    source: 'issue 6, Build: trial packages',
    says: 'Lint finds each kind of flaw in a trial that has it planted, and nothing in one that is sound.',
  },
  'trial.script.blind-to-values': {
    source: 'issue 6, Build: trial packages',
    says: 'The script of a trial is the same whatever the private values are: it copies from what it was told.',
  },
  'trial.new.lints': {
    source: 'issue 6, Build: trial packages',
    says: 'A trial that was just begun passes lint, is run from its file, and is known by its id.',
  },
} as const satisfies Record<string, Requirement>;

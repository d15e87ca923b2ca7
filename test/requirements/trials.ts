import type { Requirement } from '../requirements.ts';

/** What running, scoring and attributing trials promises. */
export const TRIALS = {
  'trial.run.reference-holds-all': {
    source: 'issue 6, must show 2',
    says: 'The reference harness holds every line of every trial that a rule decides.',
  },
  'trial.run.resumes': {
    source: 'issue 6, must show 4',
    says: 'A run that was stopped goes on by the same call: what is held is not run again, and nothing is lost.',
  },
  'trial.run.archive-is-like-any': {
    source: 'DESIGN §9',
    says: 'Runs of trials are episodes: their archive verifies, and every verdict comes out the same from its packet.',
  },
  'trial.mutants.exact': {
    source: 'issue 6, must show 2; DESIGN §11',
    says: 'A planted fault fails the Harness lines that name it, and no others.',
  },
  'trial.eligibility.apart': {
    source: 'harness taxonomy §5',
    says: 'A pair that cannot be run stands in the ledger with its reason, apart from what was scored.',
  },
  'trial.attribution.review': {
    source: 'harness taxonomy §2b',
    says: 'A validation by review names an activated link, both ends confirmed, and is refused otherwise.',
  },
  'trial.replay.intervention': {
    source: 'DESIGN §8',
    says: 'With its distortion repaired on the way to the model, a link that holds is validated, and both traces stand side by side.',
  },
} as const satisfies Record<string, Requirement>;

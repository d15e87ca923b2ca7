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
  'trial.run.killed-anywhere': {
    source: 'issue 6, must show 4',
    says: 'A suite of 100 episodes that is killed anywhere goes on by the same line: each episode once, with the verdicts of an undisturbed run, and no process survives.',
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
  'trial.live.recorded': {
    source: 'issue 6, must show 7',
    says: 'A live run against an OpenAI-compatible endpoint is scored apart from pinned runs, keeps no key, and its recording gives the same archive again.',
  },
  'trial.judge.archive': {
    source: 'issue 6, Evidence',
    says: 'A judgement stands beside its run with prompt, packet, answer and verdict; it is not asked for twice, and another judge stands beside it.',
  },
  'trial.judge.order': {
    source: 'issue 6, must show 6; DESIGN §8',
    says: 'All verdicts of rules are final before a judge is asked, and the Agent sheet before the Harness sheet; another order is refused.',
  },
  'trial.judge.missing-evidence': {
    source: 'issue 6, must show 6',
    says: 'A rubric without its evidence is zero, nobody is asked about it, and it confirms no defect.',
  },
  'trial.judge.unreadable': {
    source: 'issue 6, Evidence',
    says: 'An answer of a judge that is no verdict is an error of its line, counted apart and never a zero.',
  },
  'trial.judge.fenced': {
    source: 'issue 6, Evidence; DESIGN §10',
    says: 'Evidence that a judge is shown stands between fences that nothing in it can close.',
  },
} as const satisfies Record<string, Requirement>;

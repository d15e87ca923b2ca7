import type { Requirement } from '../requirements.ts';

export const FALSIFY = {
  'audit.oracle.thirteen': {
    source: 'issue 5, Must show 7; paper, Table A5',
    says: 'the selftest runs 6, 4 and 3 oracle checks, each caught on a planted fault, with calls, seconds and lines',
  },
  'audit.failure-modes.stated': {
    source: 'issue 5, Must show 7; paper, Table A7',
    says: 'every row of the table of failure modes comes about on a target of its own and is answered as stated',
  },
  'falsify.finds.planted': {
    source: 'issue 5, Generic falsifier',
    says: 'for every kind of submission and for a JSON Schema, a planted blind spot is found and a sound scorer has none',
  },
  'falsify.pair.minimal': {
    source: 'issue 5, Generic falsifier',
    says: 'no difference of a minimal pair can be put back, whatever the submission, and the pair still holds',
  },
  'falsify.holes.named': {
    source: 'issue 5, Generic falsifier',
    says: 'a plain function with one hole and a small file of cases is enough: the search names the hole with a pair, or asks where only a person can say',
  },
  'falsify.reports.scorers': {
    source: 'issue 5, Must show 4; SWE-bench/SWE-bench#601, openai/evals#791',
    says: 'results read from what the graded program prints, and a match by any shared letter, are found with the task named, and a sound twin of each is spared',
  },
  'falsify.seed.reproduces': {
    source: 'issue 5, Generic falsifier; DESIGN §4, Determinism',
    says: 'the same seed finds the same pairs',
  },
} satisfies Record<string, Requirement>;

import type { Requirement } from '../requirements.ts';

export const JUDGES = {
  'judges.none.not-probed': {
    source: 'issue 5, LLM judges as targets',
    says: 'a scorer that asks a model stays not-probed, and licenses nothing, where no judge is given',
  },
  'judges.recording.licence': {
    source: 'issue 5, LLM judges as targets; DESIGN §7, the licence',
    says: 'a judge that passes every probe from a recording licenses quality in its own opinion, and its endpoint alone nothing',
  },
  'judges.probes.catch': {
    source: 'issue 5, LLM judges as targets',
    says: 'injection, verbosity, position, an unreadable verdict and an inconsistent judge are each caught from a recording',
  },
} satisfies Record<string, Requirement>;

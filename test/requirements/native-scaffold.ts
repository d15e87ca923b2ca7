import type { Requirement } from '../requirements.ts';

export const NATIVE_SCAFFOLD = {
  'native.scaffold.same-as-l2': {
    source: 'DESIGN §1; issue 4, ComtradeBench under native harnesses',
    says: 'a harness that only passes on gives every archetype the score and the decisions that L2 gives it',
  },
  'native.scaffold.measured-retry': {
    source: 'issue 4, ComtradeBench under native harnesses',
    says: 'a call that the model did not ask for is recorded as the harness’s decision',
  },
  'native.scaffold.measured-loss': {
    source: 'issue 4, ComtradeBench under native harnesses',
    says: 'a retry that the model asked for and the harness did not pass on is the harness’s skip',
  },
  'native.scaffold.measured-cut': {
    source: 'issue 4, ComtradeBench under native harnesses',
    says: 'what a result lost on its way to the model is counted, with who cut it',
  },
  'native.scaffold.evidence': {
    source: 'issue 4, Gateway',
    says: 'an episode under a native harness keeps its boundary log, every body and the harness’s own records',
  },
  'native.scaffold.version-bound': {
    source: 'issue 4, Adapters',
    says: 'a native harness is a scaffold only with the version that was read back, and what is missing says what to do',
  },
  'native.scaffold.dialect': {
    source: 'issue 4, ComtradeBench under native harnesses',
    says: 'a call in the task’s words comes back as itself through every harness’s dialect',
  },
  'native.scaffold.swap': {
    source: 'issue 4, ComtradeBench under native harnesses',
    says: 'an intervention is licensed only where one decision was swapped and the task kept its meaning',
  },
  'native.scaffold.real': {
    source: 'issue 4, ComtradeBench under native harnesses',
    says: 'archetypes run unchanged under installed harnesses, with the version in the coordinates',
  },
  'native.scaffold.stops': {
    source: 'issue 4, Must show 6',
    says: 'a run that is stopped leaves no process and no folder, and keeps no episode',
  },
} satisfies Record<string, Requirement>;

import type { Requirement } from '../requirements.ts';

export const ARCHETYPES = {
  'archetypes.perfect.reaches-one': {
    source: 'issue 2, repaired; DESIGN §5, Levels',
    says: 'the perfect archetype reaches F1 = 1 within budget on every repaired task and seed at L2 chunked',
  },
  'archetypes.pure.same-view-same-move': {
    source: 'DESIGN §4, ModelView',
    says: 'an archetype decides from the view alone: the same view gives the same move, in any order and from any copy',
  },
  'archetypes.behaviour.documented': {
    source: 'paper, Tables 1, A4, A7, A13, A14; DESIGN §5',
    says: 'each archetype shows the behaviour that it is named after on the task where it can be seen',
  },
  'archetypes.contrast.every-decision': {
    source: 'DESIGN §7, ownership: intervening on one decision alone changes the outcome',
    says: 'for each of the five decisions one archetype makes it the other way than the perfect one, and the outcome changes',
  },
  'archetypes.window.t7-t8': {
    source: 'comtradebench-reference §9.3, item 12',
    says: 'a 3,000-character window leaves one walk 41 of 60 records of T8 and 42 of 750 of T7, the paper’s own 0.8119 and 0.1061',
  },
} satisfies Record<string, Requirement>;

import type { Requirement } from '../requirements.ts';

export const AUDIT = {
  'audit.guard.bound': {
    source: 'DESIGN §7, number guard',
    says: 'a sentence whose every figure is bound to a number of the document passes the number guard',
  },
  'audit.guard.unbound': {
    source: 'DESIGN §7, number guard',
    says: 'a figure that is bound to nothing is refused, spelled-out and non-ASCII ones too, names excepted',
  },
  'audit.licence.total': {
    source: 'DESIGN §7, licence table',
    says: 'the licence is a total function: every combination of findings gives one reading',
  },
  'audit.licence.capability-needs-all': {
    source: 'DESIGN §7, licence table',
    says: 'model capability is licensed only when replay, criterion, ownership and environment all pass under an outcome scorer',
  },
  'audit.falsifier.finds-and-shrinks': {
    source: 'DESIGN §7, scorer probe',
    says: 'the falsifier finds a worse submission that scores as high as the correct one and shrinks it to one edit',
  },
  'audit.falsifier.spares-the-faithful': {
    source: 'DESIGN §7, scorer probe',
    says: 'the falsifier finds nothing against a scorer that follows truth quality',
  },
} satisfies Record<string, Requirement>;

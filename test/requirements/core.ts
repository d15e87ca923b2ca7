import type { Requirement } from '../requirements.ts';

export const CORE = {
  'core.random.python-exact': {
    source: 'statistics-spec §1.1',
    says: 'the generator draws exactly what Python random.Random draws from the same integer seed',
  },
  'core.canonical.order-free': {
    source: 'DESIGN §4, Determinism',
    says: 'equal values give equal canonical bytes, whatever the order of their keys',
  },
} satisfies Record<string, Requirement>;

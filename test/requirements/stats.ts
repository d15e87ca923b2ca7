import type { Requirement } from '../requirements.ts';

export const STATS = {
  'core.decimal.exact-half-even': {
    source: 'statistics-spec §1',
    says: 'a number is shown as the decimal nearest to its exact binary value, exact halves to even, never as minus zero',
  },
} satisfies Record<string, Requirement>;

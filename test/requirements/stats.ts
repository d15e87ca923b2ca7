import type { Requirement } from '../requirements.ts';

export const STATS = {
  'core.decimal.exact-half-even': {
    source: 'statistics-spec §1',
    says: 'a number is shown as the decimal nearest to its exact binary value, exact halves to even, never as minus zero',
  },
  'stats.vectors.all-pass': {
    source: 'issue 2, Must show 3',
    says: 'every vector of the statistics passes, none of them unsupported',
  },
  'selftest.exit.by-worst-outcome': {
    source: 'issue 2, CLI',
    says: 'a self-test exits 1 on any failure, else 3 on anything unsupported, and 2 when no case was recognised',
  },
} satisfies Record<string, Requirement>;

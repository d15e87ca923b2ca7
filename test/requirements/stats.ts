import type { Requirement } from '../requirements.ts';

export const STATS = {
  'core.decimal.exact-half-even': {
    source: 'statistics-spec §1',
    says: 'a number is shown as the decimal nearest to its exact binary value, exact halves to even, never as minus zero',
  },
  'stats.sum.order-free': {
    source: 'statistics-spec §1',
    says: 'sums and all descriptive statistics are the same in any order of the runs',
  },
  'stats.bootstrap.draw-order': {
    source: 'statistics-spec §2.1',
    says: 'the percentile bootstrap draws its indices in order from a fresh generator and reads the stated ranks',
  },
  'stats.sign-flip.exact': {
    source: 'statistics-spec §2.3',
    says: 'the exact sign-flip p equals a count over every assignment of signs, ties included, on and off a lattice',
  },
  'stats.holm.dominates-raw': {
    source: 'statistics-spec §2.4, §5.10',
    says: 'adjusted p-values are never below the raw ones, keep their order, and Holm never falls below Benjamini-Hochberg',
  },
  'stats.power.reference-model': {
    source: 'statistics-spec §2.7',
    says: 'the exact power of the reference model is the one that the specification prints',
  },
  'stats.variance-components.recovers': {
    source: 'statistics-spec §5.13',
    says: 'the variance components of a grid are recovered on average, interactions near 0 when there are none',
  },
  'stats.vectors.all-pass': {
    source: 'issue 2, Must show 3',
    says: 'every vector of the statistics passes, none of them unsupported',
  },
  'selftest.exit.by-worst-outcome': {
    source: 'issue 2, CLI',
    says: 'a self-test exits 1 on any failure, else 3 on anything unsupported, and 2 when no case was recognised',
  },
  'reproduce.tables.no-mismatch': {
    source: 'statistics-spec §4',
    says: 'every table of the papers is regenerated and no recomputed number differs from print',
  },
  'reproduce.a12.all-exact': {
    source: 'statistics-spec §3',
    says: 'all 245 statistics of Table A12 come out of the per-seed scores to every digit',
  },
  'reproduce.not-recomputable.never-verified': {
    source: 'statistics-spec §4',
    says: 'a number whose raw data are not printed is listed with the reason and never as verified',
  },
  'reproduce.mutant.caught': {
    source: 'DESIGN §11, Mutants',
    says: 'one printed number changed in any table that is recomputed is found as a mismatch',
  },
} satisfies Record<string, Requirement>;

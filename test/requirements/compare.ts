import type { Requirement } from '../requirements.ts';

export const COMPARE = {
  'compare.stats.order-free': {
    source: 'DESIGN §4, Determinism; statistics specification §1',
    says: 'the order in which records come changes no byte of the statistics',
  },
  'compare.stats.errors-move-bounds-only': {
    source: 'DESIGN §6',
    says: 'an errored episode changes the ledger and the bounds of its group, and no mean and no interval',
  },
  'compare.stats.flip-said': {
    source: 'DESIGN §6',
    says: 'two contestants whose order the unscored episodes could turn round are named',
  },
  'compare.stats.never-a-bare-rank': {
    source: 'statistics specification §5.7',
    says: 'a rank is given as the set of ranks that the data leave open, or not at all, with the reason',
  },
  'compare.stats.every-figure-explained': {
    source: 'issue 3, Reports and comparisons',
    says: 'every figure carries its n, and every interval its method, mode, seed, resamples and what it speaks of',
  },
  'compare.pairs.known-answer': {
    source: 'statistics specification §2.3, §5.3, §5.12',
    says: "paired contrasts of the paper's B2 vectors give its printed difference, interval, delta and p, the exact p beside",
  },
  'compare.pairs.unambiguous': {
    source: 'DESIGN §4, Errors',
    says: 'runs with several partners, with none, and selections of nothing are refused, each with what to do',
  },
  'compare.pairs.confounded': {
    source: 'DESIGN §1',
    says: 'sides that differ in more than what was named are compared with a caution that names it',
  },
  'compare.minima.equal-n': {
    source: 'statistics specification §5.6',
    says: 'minima stand side by side at equal n only; at unequal n the worst of m does',
  },
  'compare.family.adjusted': {
    source: 'statistics specification §5.10',
    says: 'a declared family is adjusted by Holm, an undeclared one by Benjamini and Hochberg and called exploratory',
  },
  'compare.report.same-numbers': {
    source: 'issue 3, Reports and comparisons',
    says: 'terminal, Markdown and page show the same cells, each the rounding of a number in the JSON',
  },
  'compare.report.hostile-inert': {
    source: 'DESIGN §10',
    says: 'no word of an archive becomes an element of the page, a table border in Markdown or a control character on screen',
  },
  'compare.report.published-form': {
    source: 'DESIGN §9, Formats',
    says: 'what stats, compare and report give has the form of their published schemas',
  },
} satisfies Record<string, Requirement>;

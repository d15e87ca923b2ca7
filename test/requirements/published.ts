import type { Requirement } from '../requirements.ts';

export const PUBLISHED = {
  'published.pages.release-exact': {
    source: 'comtradebench-reference §3, pages.json',
    says: 'every page script of the release gets the release’s answers: rows, order, faults, budget',
  },
  'published.tools.release-exact': {
    source: 'comtradebench-reference §4, tools.json',
    says: 'the three tools and reset answer as the release does, error objects and the choice of a task by seed included',
  },
  'published.seed.ignored': {
    source: 'comtradebench-reference §9.1, item 1',
    says: 'no seed reaches the records or the faults of an as-published task, as in the release',
  },
  'published.budget.charged-whatever-the-outcome': {
    source: 'comtradebench-reference §4',
    says: 'an accepted fetch_page is charged whatever comes of it, and a call past the budget is refused without charge',
  },
  'published.arguments.no-integer-is-422': {
    source: 'comtradebench-reference §3, §4',
    says: 'a page or page size that is no integer in range is answered 422, charged, and leaves the fault schedule where it was',
  },
  'published.episodes.isolated': {
    source: 'DESIGN §4, Determinism',
    says: 'two interleaved as-published episodes answer as each would alone',
  },
  'published.calls.serialised': {
    source: 'DESIGN §4, contracts',
    says: 'concurrent calls of one episode are answered in call order',
  },
  'published.ledger.adds-up': {
    source: 'DESIGN §3, ledger',
    says: 'any sequence of calls with any arguments is answered, and the ledger accounts for each call and each charge',
  },
  'published.clean-task.labelled': {
    source: 'comtradebench-reference §2',
    says: 'T9_clean_ab is offered as our reconstruction and is no task of the release’s own reset',
  },
  'published.submission.files-as-release': {
    source: 'comtradebench-reference §4',
    says: 'a submission is judged on the files that the release writes: gaps of the metadata filled only where absent, an empty log replaced by four lines',
  },
  'l0-release.vectors.exact': {
    source: 'comtradebench-reference §6, scaffold_l0.json',
    says: 'the production scaffold, driven by scripted outputs, matches the release in every field of every vector',
  },
  'l0-release.decisions.owned': {
    source: 'comtradebench-reference §6, DESIGN §7.2',
    says: 'under l0-release the scaffold retries, deduplicates, drops totals and submits, the model names the pages, and both share pagination',
  },
  'l0-release.shown.recorded': {
    source: 'DESIGN §4, Nothing silent',
    says: 'what l0-release withholds from its model, waits for or drops is recorded with its owner',
  },
  'rule-agent.release-baseline': {
    source: 'comtradebench-reference §9.2, item 8',
    says: 'the baseline without a model scores what the release’s does in a fresh process',
  },
  'selftest.comtrade.unknown-is-unsupported': {
    source: 'DESIGN §9, selftest',
    says: 'a vector field that a suite does not understand makes its case unsupported, never passed',
  },
  'selftest.comtrade.wrong-vector-fails': {
    source: 'DESIGN §11, Mutants',
    says: 'a vector with any one expectation changed no longer passes',
  },
} satisfies Record<string, Requirement>;

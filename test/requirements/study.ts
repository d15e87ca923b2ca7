import type { Requirement } from '../requirements.ts';

export const STUDY = {
  'study.run.order-free': {
    source: 'DESIGN §4, Determinism; issue 2, Must show 4',
    says: 'any order of completion, interruption or number of workers gives the same root and the same records',
  },
  'study.run.nothing-lost': {
    source: 'DESIGN §6',
    says: 'an episode in which a part breaks is kept as errored, with the code, and the run goes on',
  },
  'study.run.resumes': {
    source: 'DESIGN §9: Ctrl-C leaves an archive that resumes',
    says: 'a run that was stopped continues with the episodes that are missing and ends as an undisturbed one',
  },
  'study.ledger.balances': {
    source: 'DESIGN §6',
    says: 'every planned episode stands in exactly one state, and a ledger that does not add up refuses to be made',
  },
  'study.figures.bounded': {
    source: 'DESIGN §6',
    says: 'every figure lies between its worst and best case over the unscored episodes, under each convention',
  },
  'study.run.same-on-threads': {
    source: 'DESIGN §4, Determinism; issue 2, Must show 4',
    says: 'measurand run prints the same analysis and the same root with any number of worker threads',
  },
  'study.run.killed-and-continued': {
    source: 'DESIGN §9; issue 3, Runner',
    says: 'after Ctrl-C or kill -9, the same command again ends with the root of an undisturbed run',
  },
  'study.run.input-refused': {
    source: 'DESIGN §4, Errors; issue 2, Must show 6',
    says: 'measurand run refuses bad input with one coded error, exit 2, and nothing on standard output',
  },
  'study.plan.checked-first': {
    source: 'DESIGN §4, Errors',
    says: 'a name, setting, seed or pairing that cannot be run is refused before any episode runs',
  },
  'l0.payload.model-free': {
    source: 'DESIGN §5, L0; paper, Table 1 (21 of 21 pairs)',
    says: 'at L0 every model hands in the same bytes, and each of the five decisions is recorded as the scaffold’s',
  },
  'l0.payload.release-form': {
    source: 'comtradebench-reference §6',
    says: 'on the published tasks L0 hands in what the release hands in on an ideal run: data, metadata and log',
  },
  'l2.decisions.model-owned': {
    source: 'DESIGN §5, L2; §7, ownership',
    says: 'at L2 every recorded decision is the model’s, and each of the five arises over the tasks',
  },
  'l2.budget.cut-recorded': {
    source: 'DESIGN §4, Nothing silent; paper, Section A.6',
    says: 'a reply over its output budget is cut as a provider cuts it, and what was lost is recorded and told',
  },
  'l2.observation.cut-recorded': {
    source: 'DESIGN §4, Nothing silent; comtradebench-reference §9.3',
    says: 'a tool result that does not fit the window is shown with a mark, and the characters withheld are counted',
  },
} satisfies Record<string, Requirement>;

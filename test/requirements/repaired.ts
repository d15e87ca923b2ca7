import type { Requirement } from '../requirements.ts';

const SOURCE = 'DESIGN §5, profile repaired; comtradebench-reference §9';

export const REPAIRED = {
  'comtrade.repaired.seed-reaches-all': {
    source: SOURCE,
    says: 'neighbouring seeds differ in records, identifiers and fault placement on every task',
  },
  'comtrade.repaired.faults-occur': {
    source: SOURCE,
    says: 'an in-order walk meets every declared fault, and no other, on every task and seed',
  },
  'comtrade.repaired.truth-reachable': {
    source: SOURCE,
    says: 'an in-order walk with truthful retries sees every true record, and no other, within budget on every task and seed',
  },
  'comtrade.repaired.deterministic': {
    source: 'DESIGN §4, Determinism',
    says: 'the same task, seed and calls give the same bytes',
  },
  'comtrade.repaired.duplicates-added': {
    source: SOURCE,
    says: 'tasks with duplicates repeat a row within a page and a row across pages in every seed, and lose none',
  },
  'comtrade.repaired.drift-loses-nothing': {
    source: SOURCE,
    says: 'under drift a repeated page differs and shows rows of its neighbours, yet always holds its own records',
  },
  'comtrade.repaired.adapts-to-success': {
    source: SOURCE,
    says: 'the adaptive task escalates with pages served, whichever they are, and not with requests',
  },
  'comtrade.repaired.retry-told-truly': {
    source: SOURCE,
    says: 'an error says that a retry can help exactly when the same call then succeeds, and names its class',
  },
  'comtrade.repaired.nothing-given-away': {
    source: SOURCE,
    says: 'the tools tell neither the number of records nor an address of the service',
  },
  'comtrade.repaired.budget-holds': {
    source: SOURCE,
    says: 'no more requests are charged than the budget has, also when calls are made at the same time',
  },
  'comtrade.repaired.one-submission': {
    source: SOURCE,
    says: 'one submission is accepted, malformed ones do not spend it, and nothing is served after it',
  },
  'comtrade.repaired.no-leak': {
    source: SOURCE,
    says: 'episodes that run side by side, and callers that alter what they got, change nothing for each other',
  },
  'comtrade.repaired.no-inert-setting': {
    source: SOURCE,
    says: 'changing any one setting that a task declares changes what its requests are answered',
  },
  'comtrade.repaired.settings-round-trip': {
    source: 'DESIGN §4, contracts',
    says: 'the settings that a task names make the same task again',
  },
  'comtrade.stressors.act': {
    source: 'DESIGN §5; comtradebench-reference §9.2, §9.3',
    says: 'each named stressor changes what it names and nothing else',
  },
  'comtrade.protocols.same-rows': {
    source: 'DESIGN §5, Levels',
    says: 'rows that are handed in by any protocol arrive as one submission, in the order in which they were given',
  },
} satisfies Record<string, Requirement>;

import { MeasurandError } from '../../core/errors.ts';

/** The five decisions that ComtradeBench says it measures (paper, Section 3). */
export const COMTRADE_DECISIONS = ['retry', 'dedup', 'totals', 'pagination', 'submission'] as const;

export const COMTRADE_PROFILES = ['as-published', 'repaired'] as const;
export type ComtradeProfile = (typeof COMTRADE_PROFILES)[number];

export interface ComtradeQuery {
  readonly reporter: string;
  readonly partner: string;
  readonly flow: string;
  readonly hs: string;
  readonly year: number;
}

export type FaultMode =
  | 'none'
  | 'pagination'
  | 'duplicates'
  | 'rate_limit'
  | 'server_error'
  | 'page_drift'
  | 'totals_trap'
  | 'mixed'
  | 'adaptive';

export interface ComtradeDefinition {
  readonly id: string;
  readonly query: ComtradeQuery;
  readonly paging: 'page' | 'offset';
  readonly pageSize: number;
  readonly maxRequests: number;
  readonly rows: number;
  readonly qps: number;
  readonly fault: {
    readonly mode: FaultMode;
    /** 1-based request numbers that fail once. */
    readonly failOn?: readonly number[];
    /** Share of a page's rows, in [0, 1]. */
    readonly duplicateRate?: number;
    readonly crossPageDuplicateRate?: number;
    readonly initialDuplicateRate?: number;
    readonly escalationPerPage?: number;
    readonly rateLimitAfterPage?: number;
    readonly totalsAfterPage?: number;
  };
  /** Where the row comes from: the release, or our reconstruction from Table A11. */
  readonly origin: 'release' | 'reconstructed';
}

const query = (reporter: string, partner: string, flow: string, hs: string, year: number): ComtradeQuery => ({
  reporter,
  partner,
  flow,
  hs,
  year,
});

/**
 * The eleven tasks of the paper's Table A11. T1 to T10 agree with the release; T9_clean_ab is not in it: its paging and
 * size come from the table, its query is T9's, and it is labelled `reconstructed`.
 */
export const COMTRADE_DEFINITIONS: readonly ComtradeDefinition[] = [
  {
    id: 'T1_single_page',
    query: query('840', '156', 'M', '85', 2021),
    paging: 'page',
    pageSize: 1000,
    maxRequests: 5,
    rows: 800,
    qps: 5,
    fault: { mode: 'none' },
    origin: 'release',
  },
  {
    id: 'T2_multi_page',
    query: query('276', '250', 'X', '84', 2022),
    paging: 'page',
    pageSize: 500,
    maxRequests: 50,
    rows: 2345,
    qps: 5,
    fault: { mode: 'pagination' },
    origin: 'release',
  },
  {
    id: 'T3_duplicates',
    query: query('392', '410', 'M', '87', 2020),
    paging: 'offset',
    pageSize: 10,
    maxRequests: 50,
    rows: 25,
    qps: 5,
    fault: { mode: 'duplicates', duplicateRate: 0.08, crossPageDuplicateRate: 0.03 },
    origin: 'release',
  },
  {
    id: 'T4_rate_limit_429',
    query: query('724', '826', 'X', '30', 2019),
    paging: 'page',
    pageSize: 10,
    maxRequests: 60,
    rows: 30,
    qps: 3,
    fault: { mode: 'rate_limit', failOn: [2] },
    origin: 'release',
  },
  {
    id: 'T5_server_error_500',
    query: query('124', '36', 'M', '12', 2023),
    paging: 'page',
    pageSize: 10,
    maxRequests: 60,
    rows: 30,
    qps: 3,
    fault: { mode: 'server_error', failOn: [2] },
    origin: 'release',
  },
  {
    id: 'T6_page_drift',
    query: query('356', '704', 'X', '09', 2018),
    paging: 'page',
    pageSize: 12,
    maxRequests: 60,
    rows: 36,
    qps: 5,
    fault: { mode: 'page_drift' },
    origin: 'release',
  },
  {
    id: 'T7_totals_trap',
    query: query('826', '372', 'M', '27', 2017),
    paging: 'offset',
    pageSize: 250,
    maxRequests: 60,
    rows: 750,
    qps: 5,
    fault: { mode: 'totals_trap' },
    origin: 'release',
  },
  {
    id: 'T8_mixed_faults',
    query: query('484', '528', 'M', '72', 2016),
    paging: 'page',
    pageSize: 20,
    maxRequests: 80,
    rows: 60,
    qps: 2,
    fault: { mode: 'mixed', failOn: [2, 5], duplicateRate: 0.1, crossPageDuplicateRate: 0.05 },
    origin: 'release',
  },
  {
    id: 'T9_adaptive_adversary',
    query: query('276', '156', 'X', '84', 2020),
    paging: 'page',
    pageSize: 15,
    maxRequests: 100,
    rows: 75,
    qps: 2,
    fault: {
      mode: 'adaptive',
      initialDuplicateRate: 0.05,
      escalationPerPage: 0.03,
      rateLimitAfterPage: 3,
      totalsAfterPage: 4,
    },
    origin: 'release',
  },
  {
    id: 'T10_constrained_budget',
    query: query('392', '410', 'M', '90', 2021),
    paging: 'page',
    pageSize: 10,
    maxRequests: 50,
    rows: 80,
    qps: 5,
    fault: { mode: 'duplicates', duplicateRate: 0.05, crossPageDuplicateRate: 0.02 },
    origin: 'release',
  },
  {
    id: 'T9_clean_ab',
    query: query('276', '156', 'X', '84', 2020),
    paging: 'page',
    pageSize: 15,
    maxRequests: 100,
    rows: 75,
    qps: 2,
    fault: { mode: 'none' },
    origin: 'reconstructed',
  },
];

const BY_ID = new Map(COMTRADE_DEFINITIONS.map((definition) => [definition.id, definition]));

/** @throws MeasurandError `unknown-task`, naming the tasks there are */
export function comtradeDefinition(id: string): ComtradeDefinition {
  const definition = BY_ID.get(id);
  if (definition) return definition;
  throw new MeasurandError('unknown-task', `ComtradeBench has no task ${JSON.stringify(id)}`, {
    next: `Choose one of ${[...BY_ID.keys()].join(', ')}`,
  });
}

import type { ComtradeDefinition } from '../definitions.ts';

/**
 * The numbers that make a repaired task, every one of which acts. A task has the first three and those of the others
 * that its faults need. Rates are shares of a page's own records, in (0, 0.4], rounded up to whole rows.
 */
export interface RepairedParameters {
  /** Records of the query. */
  readonly rows: number;
  /** Records a page holds before any fault adds to it. */
  readonly pageSize: number;
  /** Requests that may be charged. */
  readonly maxRequests: number;
  /** Rows repeated within their page. */
  readonly duplicateRate?: number;
  /** Rows repeated from the page that was served before. */
  readonly crossPageDuplicateRate?: number;
  /** Requests of an in-order walk that are answered 429. */
  readonly rateLimits?: number;
  /** Requests of an in-order walk that are answered 500. */
  readonly serverErrors?: number;
  /** Rows of the neighbouring pages that a page shows beside its own. */
  readonly driftOverlapRate?: number;
  /** Successes after which an answer carries a totals row. */
  readonly totalsAfterSuccesses?: number;
  /** Rows repeated within the first page served; half as many again from the page before. */
  readonly initialDuplicateRate?: number;
  /** What each success adds to that rate, up to 0.4. */
  readonly escalationPerSuccess?: number;
  /** Successes after which every new level of success starts with one or two 429 answers. */
  readonly rateLimitAfterSuccesses?: number;
}

export type ParameterName = keyof RepairedParameters;

/** What the parameters of each kind may be. */
export const PARAMETER_KINDS: Readonly<Record<ParameterName, 'count' | 'rate' | 'successes'>> = {
  rows: 'count',
  pageSize: 'count',
  maxRequests: 'count',
  duplicateRate: 'rate',
  crossPageDuplicateRate: 'rate',
  rateLimits: 'count',
  serverErrors: 'count',
  driftOverlapRate: 'rate',
  totalsAfterSuccesses: 'successes',
  initialDuplicateRate: 'rate',
  escalationPerSuccess: 'rate',
  rateLimitAfterSuccesses: 'successes',
};

/** Two rows of a twelve-record page: enough to witness, little enough to read. The release has no such number. */
const DRIFT_OVERLAP_RATE = 0.15;

/**
 * A task's parameters as the paper declares them (Table A11), in this profile's terms: a list of failing request
 * numbers becomes how many requests fail, and thresholds by page become thresholds by success.
 */
export function declaredParameters({
  rows,
  pageSize,
  maxRequests,
  fault,
}: ComtradeDefinition): RepairedParameters {
  return { rows, pageSize, maxRequests, ...faultParameters(fault) };
}

function faultParameters(fault: ComtradeDefinition['fault']): Partial<RepairedParameters> {
  const duplicates = {
    duplicateRate: fault.duplicateRate ?? 0,
    crossPageDuplicateRate: fault.crossPageDuplicateRate ?? 0,
  };
  const failures = fault.failOn?.length ?? 0;
  switch (fault.mode) {
    case 'none':
    case 'pagination':
      return {};
    case 'duplicates':
      return duplicates;
    case 'rate_limit':
      return { rateLimits: failures };
    case 'server_error':
      return { serverErrors: failures };
    case 'page_drift':
      return { driftOverlapRate: DRIFT_OVERLAP_RATE };
    case 'totals_trap':
      return { totalsAfterSuccesses: 0 };
    case 'mixed':
      return { rateLimits: failures, ...duplicates };
    case 'adaptive':
      return {
        initialDuplicateRate: fault.initialDuplicateRate ?? 0,
        escalationPerSuccess: fault.escalationPerPage ?? 0,
        rateLimitAfterSuccesses: fault.rateLimitAfterPage ?? 0,
        totalsAfterSuccesses: fault.totalsAfterPage ?? 0,
      };
  }
}

/** Kinds of fault that a task declares, as its ledger names them. */
export function declaredFaults(definition: ComtradeDefinition): readonly string[] {
  switch (definition.fault.mode) {
    case 'none':
      return [];
    case 'totals_trap':
      return ['totals'];
    case 'mixed':
      return ['rate_limit', 'duplicates'];
    case 'adaptive':
      return ['adaptive', 'duplicates', 'rate_limit', 'totals'];
    default:
      return [definition.fault.mode];
  }
}

import type { JsonObject, JsonValue } from '../../../core/json.ts';
import type { ComtradeDefinition, FaultMode } from '../../../tasks/comtrade/definitions.ts';
import { integerAt, listAt, NotUnderstood, objectAt, onlyKeys, textAt } from './expectation.ts';

const MODES: readonly string[] = [
  'none',
  'pagination',
  'duplicates',
  'rate_limit',
  'server_error',
  'page_drift',
  'totals_trap',
  'mixed',
  'adaptive',
] satisfies readonly FaultMode[];

/** Our name of each fault parameter of the release. */
const FAULT_FIELDS = {
  fail_on: 'failOn',
  rate_limit_fail_on: 'failOn',
  duplicate_rate: 'duplicateRate',
  cross_page_duplicate_rate: 'crossPageDuplicateRate',
  initial_duplicate_rate: 'initialDuplicateRate',
  escalation_per_page: 'escalationPerPage',
  adaptive_429_after_page: 'rateLimitAfterPage',
  adaptive_totals_after_page: 'totalsAfterPage',
} as const satisfies Record<string, keyof ComtradeDefinition['fault']>;

function faultFrom(value: JsonValue | undefined): ComtradeDefinition['fault'] {
  const { mode, ...parameters } = objectAt(value, 'fault_injection');
  const name = textAt(mode, 'the fault mode');
  if (!MODES.includes(name)) throw new NotUnderstood(`there is no fault mode ${name}`);
  onlyKeys(parameters, Object.keys(FAULT_FIELDS), 'fault_injection');
  const fields = Object.entries(FAULT_FIELDS).filter(([theirs]) => Object.hasOwn(parameters, theirs));
  return {
    mode: name as FaultMode,
    ...Object.fromEntries(fields.map(([theirs, ours]) => [ours, faultParameter(parameters[theirs])])),
  };
}

function faultParameter(value: JsonValue | undefined): JsonValue {
  if (typeof value === 'number') return value;
  return listAt(value, 'a fault parameter').map((item) => integerAt(item, 'a request number'));
}

/** The task that a records vector describes in the release's field names. */
export function definitionFrom(id: string, vector: JsonObject): ComtradeDefinition {
  const query = objectAt(vector['query'], 'query');
  onlyKeys(query, ['reporter', 'partner', 'flow', 'hs', 'year'], 'query');
  const constraints = objectAt(vector['constraints'], 'constraints');
  const paging = textAt(constraints['paging_mode'], 'paging_mode');
  if (paging !== 'page' && paging !== 'offset') throw new NotUnderstood(`there is no paging mode ${paging}`);
  onlyKeys(
    constraints,
    ['paging_mode', 'page_size', 'max_requests', 'rate_limit_qps', 'total_rows'],
    'constraints',
  );
  return {
    id,
    query: {
      reporter: textAt(query['reporter'], 'reporter'),
      partner: textAt(query['partner'], 'partner'),
      flow: textAt(query['flow'], 'flow'),
      hs: textAt(query['hs'], 'hs'),
      year: integerAt(query['year'], 'year'),
    },
    paging,
    pageSize: integerAt(constraints['page_size'], 'page_size'),
    maxRequests: integerAt(constraints['max_requests'], 'max_requests'),
    rows: integerAt(constraints['total_rows'], 'total_rows'),
    qps: integerAt(constraints['rate_limit_qps'], 'rate_limit_qps'),
    fault: faultFrom(vector['fault_injection']),
    origin: 'release',
  };
}

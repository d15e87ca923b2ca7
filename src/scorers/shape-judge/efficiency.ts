import { PythonError } from '../../core/python/errors.ts';
import { formatFixed, round } from '../../core/python/float.ts';
import { toJson } from '../../core/python/to-json.ts';
import {
  asComparable,
  asInteger,
  hashKey,
  isDict,
  isTruthy,
  type PythonDict,
  type PythonValue,
  typeName,
} from '../../core/python/value.ts';
import { unhashable } from './key-counter.ts';
import type { Findings } from './report.ts';
import type { RunLog } from './run-log.ts';

/** Requests that the release expects, by the task id that the submission claims. */
const BASELINES: ReadonlyMap<string, number> = new Map([
  ['T1_single_page', 1],
  ['T2_multi_page', 5],
  ['T3_duplicates', 3],
  ['T4_rate_limit_429', 4],
  ['T5_server_error_500', 4],
  ['T6_page_drift', 3],
  ['T7_totals_trap', 8],
  ['T8_mixed_faults', 6],
  ['T9_adaptive_adversary', 8],
  ['T10_constrained_budget', 8],
]);
const OTHER_BASELINE = 5;
const REQUEST_POINTS = 12;
const TIME_POINTS = 3;
/** Seconds. */
const SLOW_FROM = 45;

/** An int or a bool that is at least `least`, as it was given. */
function integerFrom(value: PythonValue, least: number): PythonValue | undefined {
  const integer = asInteger(value);
  return integer !== undefined && integer >= least ? value : undefined;
}

function requestCount(metadata: PythonDict, log: RunLog): PythonValue {
  return integerFrom(metadata.get('request_count') ?? null, 1) ?? log.requests();
}

function retryCount(metadata: PythonDict, log: RunLog): PythonValue {
  const stats = metadata.get('request_stats') ?? null;
  const given = isDict(stats) ? (integerFrom(stats.get('retries_total') ?? null, 0) ?? 0) : 0;
  return isTruthy(given) ? given : log.retries();
}

function baselineOf(metadata: PythonDict): number {
  const id = metadata.get('task_id') ?? null;
  if (hashKey(id) === undefined) throw unhashable(id);
  return (typeof id === 'string' ? BASELINES.get(id) : undefined) ?? OTHER_BASELINE;
}

/** (requests - baseline) / baseline, of at most 1. */
function overage(requests: number | bigint, baseline: number): number {
  if (typeof requests === 'number') return Math.min((requests - baseline) / baseline, 1);
  const ratio = (requests - BigInt(baseline)) / BigInt(baseline);
  if (Number.isFinite(Number(ratio))) return 1;
  throw new PythonError('OverflowError', 'integer division result too large for a float');
}

function requestPoints(metadata: PythonDict, log: RunLog, { details }: Findings): number {
  const count = requestCount(metadata, log);
  const retries = retryCount(metadata, log);
  const baseline = baselineOf(metadata);
  details['efficiency_baseline_requests'] = baseline;
  details['request_count'] = toJson(count);
  details['retry_count'] = toJson(retries);
  const requests = asInteger(count) ?? 0;
  if (requests <= 0) return REQUEST_POINTS;
  const points =
    requests <= baseline ? REQUEST_POINTS : Math.max(0, REQUEST_POINTS * (1 - overage(requests, baseline)));
  details['request_efficiency_pct'] = round((points / REQUEST_POINTS) * 100, 1);
  return points;
}

/** Seconds as text with one decimal; an int is made a float first, which a very long one does not survive. */
function seconds(value: number | bigint): string {
  const float = Number(value);
  if (typeof value === 'bigint' && !Number.isFinite(float)) {
    throw new PythonError('OverflowError', 'int too large to convert to float');
  }
  return formatFixed(float, 1);
}

function timePoints(metadata: PythonDict, { errors, details }: Findings): number {
  const given = metadata.get('execution_time_seconds');
  const time = asComparable(given ?? (given === undefined ? 0 : null));
  if (time === undefined) {
    const type = typeName(given ?? null);
    throw new PythonError('TypeError', `'>' not supported between instances of '${type}' and 'int'`);
  }
  if (!(time > 0)) return TIME_POINTS;
  details['execution_time_seconds'] = toJson(given ?? null);
  details['time_penalty_applied'] = time > SLOW_FROM;
  if (time <= SLOW_FROM) return TIME_POINTS;
  errors.push(`Execution time ${seconds(time)}s exceeded threshold ${formatFixed(SLOW_FROM, 1)}s`);
  return 0;
}

/**
 * Fifteen points, before the gates (reference §5, efficiency): for few requests and a short time, both as the submission
 * reports them.
 *
 * @throws PythonError for a task id that is a list or an object, a time that is no number, counts past what a float holds
 */
export function efficiencyPoints(metadata: PythonDict, log: RunLog, findings: Findings): number {
  return requestPoints(metadata, log, findings) + timePoints(metadata, findings);
}

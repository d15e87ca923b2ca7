import { PythonError } from '../../core/python/errors.ts';
import { formatFixed, round } from '../../core/python/float.ts';
import { str } from '../../core/python/str.ts';
import { toJson } from '../../core/python/to-json.ts';
import {
  asComparable,
  equalsScalar,
  isDict,
  isTruthy,
  type PythonDict,
  type PythonList,
  type PythonValue,
  typeName,
} from '../../core/python/value.ts';
import type { DataFindings } from './data-findings.ts';
import { DIMENSIONS, type Findings, type JudgedTask } from './report.ts';

const QUERY_FIELDS = ['reporter', 'partner', 'flow', 'hs', 'year'] as const;
const SCHEMA_COLUMNS = 9;
const FEWEST_COLUMNS = 5;
const FEWEST_KEY_FIELDS = 3;

/** `value.get(...)` on a value that must be a dict. */
export function requireDict(value: PythonValue): PythonDict {
  if (isDict(value)) return value;
  throw new PythonError('AttributeError', `'${typeName(value)}' object has no attribute 'get'`);
}

/** The declared key when the judge takes it for one: a list of three or more, whatever is in it. */
export function declaredKey(metadata: PythonDict): PythonList | undefined {
  const key = metadata.get('dedup_key') ?? null;
  return Array.isArray(key) && key.length >= FEWEST_KEY_FIELDS ? key : undefined;
}

/** @throws PythonError `AttributeError` for a query that is no object */
export function queryMatches(metadata: PythonDict, { query }: JudgedTask): number {
  const given = metadata.get('query');
  const got = given === undefined ? new Map<string, PythonValue>() : requireDict(given);
  return QUERY_FIELDS.filter((field) => equalsScalar(got.get(field) ?? null, query[field])).length;
}

/** Thirty points (reference §5, correctness). Row count, schema, query, key, declared count, totals: in this order. */
export class Correctness {
  readonly #metadata: PythonDict;
  readonly #task: JudgedTask;
  readonly #data: DataFindings;
  readonly #findings: Findings;
  #points = 0;

  constructor(metadata: PythonDict, task: JudgedTask, data: DataFindings, findings: Findings) {
    this.#metadata = metadata;
    this.#task = task;
    this.#data = data;
    this.#findings = findings;
  }

  /**
   * @param matches fields of the query that are right, as by `queryMatches`
   * @throws PythonError for totals handling that is no object or whose count of rows is no number
   */
  points(matches: number): number {
    this.#addRows();
    this.#addSchema();
    this.#addQuery(matches);
    this.#addKey();
    this.#addDeclared();
    if (this.#task.faultMode === 'totals_trap') this.#addTotals();
    return Math.max(0, Math.min(DIMENSIONS.correctness, this.#points));
  }

  get #declaresRows(): boolean {
    return equalsScalar(this.#metadata.get('row_count') ?? null, this.#data.rows);
  }

  #addRows(): void {
    const { errors, details } = this.#findings;
    const { rows } = this.#data;
    const expected = this.#task.totalRows;
    details['row_count_actual'] = rows;
    const declared = this.#metadata.get('row_count') ?? null;
    details['row_count_declared'] = toJson(declared);
    if (expected > 0) {
      const accuracy = Math.max(0, Math.min(1, 1 - Math.abs(rows - expected) / expected));
      this.#points += accuracy * 12;
      details['row_accuracy_pct'] = round(accuracy * 100, 1);
      if (rows === expected) return;
      errors.push(
        `Row count: got ${rows}, expected ${expected} (accuracy: ${formatFixed(accuracy * 100, 1)}%)`,
      );
    } else if (this.#declaresRows) this.#points += 12;
    else errors.push(`Row count mismatch: declared=${str(declared)} actual=${rows}`);
  }

  #addSchema(): void {
    const { errors, details } = this.#findings;
    const given = this.#metadata.get('schema') ?? null;
    const schema = isTruthy(given) ? given : [];
    if (!Array.isArray(schema)) {
      errors.push('Schema must be a list');
      return;
    }
    const completeness = Math.min(schema.length / SCHEMA_COLUMNS, 1);
    this.#points += completeness * 4;
    details['schema_completeness_pct'] = round(completeness * 100, 1);
    if (schema.length < FEWEST_COLUMNS) {
      errors.push(`Schema incomplete: ${schema.length} columns, expected >= ${FEWEST_COLUMNS}`);
    }
  }

  #addQuery(matches: number): void {
    const all = QUERY_FIELDS.length;
    this.#points += (matches / all) * 4;
    if (matches < all) this.#findings.errors.push(`Query mismatch: ${matches}/${all} fields correct`);
  }

  #addKey(): void {
    const { errors, details } = this.#findings;
    const { rows, distinct } = this.#data;
    if (distinct === undefined) {
      errors.push(`dedup_key invalid; expect list with >= ${FEWEST_KEY_FIELDS} fields.`);
      return;
    }
    details['dedup_total_rows'] = rows;
    details['dedup_unique_rows'] = distinct;
    const quality = rows > 0 ? distinct / rows : 1;
    this.#points += quality * 6;
    if (rows > 0) details['dedup_quality_pct'] = round(quality * 100, 1);
    if (distinct === rows) return;
    errors.push(
      `Found ${rows - distinct} duplicates (${formatFixed((1 - quality) * 100, 1)}% duplicate rate)`,
    );
  }

  #addDeclared(): void {
    if (this.#declaresRows) this.#points += 4;
    else {
      const declared = str(this.#metadata.get('row_count') ?? null);
      this.#findings.errors.push(`Declared row_count (${declared}) != actual (${this.#data.rows})`);
    }
  }

  #addTotals(): void {
    const { errors } = this.#findings;
    const given = this.#metadata.get('totals_handling');
    const handling = given === undefined ? new Map<string, PythonValue>() : requireDict(given);
    if (!isTruthy(handling.get('enabled') ?? null)) {
      errors.push('T7_totals_trap requires totals_handling.enabled=true');
      this.#points -= 4;
    } else if (this.#droppedNone(handling.get('rows_dropped') ?? (handling.has('rows_dropped') ? null : 0))) {
      errors.push('T7_totals_trap: no rows dropped');
      this.#points -= 2;
    }
  }

  #droppedNone(dropped: PythonValue): boolean {
    const number = asComparable(dropped);
    if (number !== undefined) return number < 1;
    const type = typeName(dropped);
    throw new PythonError('TypeError', `'<' not supported between instances of '${type}' and 'int'`);
  }
}

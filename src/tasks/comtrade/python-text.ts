import type { JsonObject, JsonValue } from '../../core/json.ts';
import { floatRepr } from '../../core/python/float.ts';
import { isPlainText, writePythonString } from '../../core/python/write-string.ts';
import { type ComtradeRecord, RECORD_FIELDS } from './records.ts';

/**
 * A number as Python's `json.dumps` writes it. JavaScript has one kind of number: a whole one is written as an integer,
 * all its digits, so a Python float without a fraction (`1.0`) cannot be told from `1` and needs text of its own.
 */
export function pythonNumber(value: number): string {
  if (!Number.isInteger(value)) return floatRepr(value);
  return Number.isSafeInteger(value) ? String(value + 0) : BigInt(value).toString();
}

/** A value as Python's `json.dumps` writes it with its defaults: `, ` and `: ` between the parts, keys in the order given. */
export function pythonJson(value: JsonValue, ensureAscii = true): string {
  if (typeof value === 'string') return writePythonString(value, ensureAscii);
  if (typeof value === 'number') return pythonNumber(value);
  if (value === null || typeof value === 'boolean') return String(value);
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[])
      text += `${text && ', '}${pythonJson(item, ensureAscii)}`;
    return `[${text}]`;
  }
  for (const [key, item] of Object.entries(value)) {
    text += `${text && ', '}${writePythonString(key, ensureAscii)}: ${pythonJson(item, ensureAscii)}`;
  }
  return `{${text}}`;
}

const LEADING = RECORD_FIELDS.slice(0, 6);

const isSmallInteger = (value: JsonValue | undefined): boolean =>
  typeof value === 'number' && (value | 0) === value && !Object.is(value, -0);

/** Whether a row has the ten fields of a record in their order, and measures and an id that need no escaping. */
function isPlainRecord(row: JsonObject): row is ComtradeRecord {
  const { tradeValue, netWeight, qty, record_id: id } = row;
  if (!isSmallInteger(tradeValue) || !isSmallInteger(netWeight) || !isSmallInteger(qty)) return false;
  if (typeof id !== 'string' || !isPlainText(id)) return false;
  let at = 0;
  for (const key in row) {
    if (key !== RECORD_FIELDS[at]) return false;
    at += 1;
  }
  return at === RECORD_FIELDS.length;
}

const opensAlike = (a: ComtradeRecord, b: ComtradeRecord): boolean =>
  a.year === b.year &&
  a.reporter === b.reporter &&
  a.partner === b.partner &&
  a.flow === b.flow &&
  a.hs === b.hs &&
  a.cmdCode === b.cmdCode;

/**
 * Rows as the release writes a data file: one object a line as by {@link pythonJson}, LF between, none at the end.
 * Served records share their first six fields, so that part is written once and reused while it stays the same;
 * a row of any other shape is written field by field. Same bytes either way.
 */
export function pythonJsonLines(rows: readonly JsonObject[]): string {
  let lines = '';
  let sample: ComtradeRecord | undefined;
  let opening = '';
  for (const row of rows) {
    if (lines !== '') lines += '\n';
    if (!isPlainRecord(row)) {
      lines += pythonJson(row);
      continue;
    }
    if (sample === undefined || !opensAlike(row, sample)) {
      sample = row;
      opening = `{${LEADING.map((field) => `"${field}": ${pythonJson(row[field])}`).join(', ')}, "tradeValue": `;
    }
    const { tradeValue, netWeight, qty, record_id: id } = row;
    lines += `${opening}${tradeValue}, "netWeight": ${netWeight}, "qty": ${qty}, "record_id": "${id}"}`;
  }
  return lines;
}

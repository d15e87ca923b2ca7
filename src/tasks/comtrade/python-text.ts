import type { JsonObject, JsonValue } from '../../core/json.ts';
import { floatRepr } from '../../core/python/float.ts';
import { writePythonString } from '../../core/python/write-string.ts';
import { RECORD_OVERHEAD, writeRecord } from './record-bytes.ts';
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

const isCount = (value: JsonValue | undefined): boolean =>
  typeof value === 'number' && (value | 0) === value && value >= 0 && !Object.is(value, -0);

/** Whether a row has the ten fields of a record in their order, with counts for measures and a text for an id. */
function isRecord(row: JsonObject): row is ComtradeRecord {
  const keys = Object.keys(row);
  if (keys.length !== RECORD_FIELDS.length) return false;
  for (let i = 0; i < keys.length; i += 1) if (keys[i] !== RECORD_FIELDS[i]) return false;
  const { tradeValue, netWeight, qty, record_id: id } = row;
  return isCount(tradeValue) && isCount(netWeight) && isCount(qty) && typeof id === 'string';
}

const opensAlike = (a: ComtradeRecord, b: ComtradeRecord): boolean =>
  a.year === b.year &&
  a.reporter === b.reporter &&
  a.partner === b.partner &&
  a.flow === b.flow &&
  a.hs === b.hs &&
  a.cmdCode === b.cmdCode;

function openingOf(row: ComtradeRecord): Uint8Array {
  const fields = LEADING.map((field) => `"${field}": ${pythonJson(row[field])}`);
  return Buffer.from(`{${fields.join(', ')}, "tradeValue": `);
}

/** Bytes of a served record's line, more or less, and of the lines held before they become text. */
const LINE_LENGTH = 256;
const MOST_HELD = 2 ** 16;

/** Lines of rows, each with its line feed: records byte by byte into a buffer, rows of another shape as text. */
class RowLines {
  readonly #buffer: Buffer;
  #at = 0;
  #text = '';
  #sample: ComtradeRecord | undefined;
  #opening: Uint8Array = new Uint8Array();

  constructor(rows: number) {
    this.#buffer = Buffer.allocUnsafe(Math.min((rows + 1) * LINE_LENGTH, MOST_HELD));
  }

  add(row: JsonObject): void {
    if (isRecord(row) && this.#addRecord(row)) return;
    this.#flush();
    this.#text += `${pythonJson(row)}\n`;
  }

  #addRecord(row: ComtradeRecord): boolean {
    if (this.#sample === undefined || !opensAlike(row, this.#sample)) {
      this.#sample = row;
      this.#opening = openingOf(row);
    }
    const needed = this.#opening.length + RECORD_OVERHEAD + row.record_id.length;
    if (this.#at + needed > this.#buffer.length) this.#flush();
    if (needed > this.#buffer.length) return false;
    const end = writeRecord(this.#buffer, this.#at, this.#opening, row);
    if (end !== undefined) this.#at = end;
    return end !== undefined;
  }

  #flush(): void {
    this.#text += this.#buffer.toString('latin1', 0, this.#at);
    this.#at = 0;
  }

  /** Everything but the last line feed. */
  toString(): string {
    if (this.#at === 0) return this.#text.slice(0, -1);
    this.#at -= 1;
    this.#flush();
    return this.#text;
  }
}

/**
 * Rows as the release writes a data file: one object a line as by {@link pythonJson}, LF between, none at the end.
 * Served records share their first six fields, so that part is written once and reused while it stays the same;
 * a row of any other shape is written field by field. Same bytes either way.
 */
export function pythonJsonLines(rows: readonly JsonObject[]): string {
  const lines = new RowLines(rows.length);
  for (const row of rows) lines.add(row);
  return lines.toString();
}

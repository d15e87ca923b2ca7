import { MeasurandError } from './errors.ts';
import type { JsonValue } from './json.ts';

/** Order by Unicode code point, which differs from JavaScript's default order on astral characters. */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left === right) continue;
    const leftSurrogate = left >= 0xd800 && left <= 0xdfff;
    const rightSurrogate = right >= 0xd800 && right <= 0xdfff;
    if (leftSurrogate !== rightSurrogate) return leftSurrogate ? 1 : -1;
    return left - right;
  }
  return a.length - b.length;
}

/**
 * Canonical JSON: keys in code-point order, no white space, shortest round-trip numbers, -0 written as 0.
 * Two equal values give equal bytes on every machine, so this is what every digest covers.
 *
 * @throws MeasurandError `non-finite` for NaN or an infinity, `not-json` for undefined, functions, bigints and symbols
 */
export function canonicalJson(value: JsonValue): string {
  return write(value, '$');
}

function write(value: unknown, path: string): string {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'number':
      if (!Number.isFinite(value))
        throw new MeasurandError('non-finite', `cannot write ${value} as JSON`, { field: path });
      return Object.is(value, -0) ? '0' : String(value);
    case 'object':
      if (value === null) return 'null';
      if (Array.isArray(value)) return `[${value.map((item, i) => write(item, `${path}[${i}]`)).join(',')}]`;
      return writeObject(value as Record<string, unknown>, path);
    default:
      throw new MeasurandError('not-json', `a value of type ${typeof value} has no JSON form`, {
        field: path,
      });
  }
}

function writeObject(object: Record<string, unknown>, path: string): string {
  const parts: string[] = [];
  for (const key of Object.keys(object).sort(byCodePoint)) {
    const value = object[key];
    if (value === undefined) continue;
    parts.push(`${JSON.stringify(key)}:${write(value, `${path}.${key}`)}`);
  }
  return `{${parts.join(',')}}`;
}

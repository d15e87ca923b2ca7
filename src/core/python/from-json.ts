import type { JsonValue } from '../json.ts';
import { PythonFloat, type PythonValue } from './value.ts';

/** A JSON value as Python would hold it; a number without a fraction becomes an int, as it is written. */
export function fromJson(value: JsonValue): PythonValue {
  if (typeof value === 'number') {
    if (!Number.isInteger(value)) return new PythonFloat(value);
    return Number.isSafeInteger(value) ? value + 0 : BigInt(value);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(fromJson);
  return new Map(Object.entries(value).map(([key, item]) => [key, fromJson(item)]));
}

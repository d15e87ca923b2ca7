import { isJsonObject, type JsonValue } from '../../core/json.ts';
import { asComparable, isDict, type PythonValue } from '../../core/python/value.ts';

/**
 * Equality of JSON values: numbers by value whatever their spelling (1, 1.0, 1e0), true is not 1, the order of an object's
 * fields does not count.
 */
export function equalsJson(value: PythonValue | undefined, expected: JsonValue): boolean {
  if (value === undefined) return false;
  if (typeof expected === 'number') {
    return value === expected || (typeof value !== 'boolean' && Number(asComparable(value)) === expected);
  }
  if (Array.isArray(expected)) {
    const items = expected as readonly JsonValue[];
    if (!Array.isArray(value) || value.length !== items.length) return false;
    return items.every((item, i) => equalsJson(value[i], item));
  }
  if (!isJsonObject(expected)) return value === expected;
  const names = Object.keys(expected);
  if (!isDict(value) || value.size !== names.length) return false;
  return names.every((name) => equalsJson(value.get(name), expected[name] as JsonValue));
}

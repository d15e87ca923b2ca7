import { isJsonObject, type JsonValue } from '../../core/json.ts';

/** A value passes within |actual - expected| <= abs + rel |expected|. */
export interface Tolerance {
  readonly abs: number;
  readonly rel: number;
}

const show = (value: JsonValue | undefined): string => JSON.stringify(value) ?? 'nothing';

function compareLists(
  actual: readonly JsonValue[],
  expected: readonly JsonValue[],
  tolerance: Tolerance,
  at: string,
): string | null {
  if (actual.length !== expected.length) return `${at} holds ${actual.length} values, not ${expected.length}`;
  for (const [index, value] of expected.entries()) {
    const difference = firstDifference(actual[index] as JsonValue, value, tolerance, `${at}[${index}]`);
    if (difference) return difference;
  }
  return null;
}

/** Says where two values first differ, or null. Keys that only the actual object has are not looked at. */
export function firstDifference(
  actual: JsonValue | undefined,
  expected: JsonValue,
  tolerance: Tolerance,
  at: string,
): string | null {
  if (typeof expected === 'number' && typeof actual === 'number') {
    const near = Math.abs(actual - expected) <= tolerance.abs + tolerance.rel * Math.abs(expected);
    return near ? null : `${at} is ${actual}, not ${expected}`;
  }
  if (Array.isArray(expected) && Array.isArray(actual)) return compareLists(actual, expected, tolerance, at);
  if (isJsonObject(expected) && isJsonObject(actual)) {
    for (const [key, value] of Object.entries(expected)) {
      const difference = firstDifference(actual[key], value, tolerance, `${at}.${key}`);
      if (difference) return difference;
    }
    return null;
  }
  return actual === expected ? null : `${at} is ${show(actual)}, not ${show(expected)}`;
}

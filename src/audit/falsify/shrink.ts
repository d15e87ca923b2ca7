import { canonicalJson } from '../../core/canonical.ts';
import type { JsonValue } from '../../core/json.ts';
import { isObject, type Path, valueAt, withValue } from './places.ts';

const same = (a: JsonValue | undefined, b: JsonValue | undefined): boolean =>
  a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b);

/** Whether a difference can be taken apart: two objects, or two lists of one length. */
function comparable(a: JsonValue, b: JsonValue): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length;
  return isObject(a) && isObject(b);
}

/** The smallest parts in which two documents differ, in document order. */
export function differences(correct: JsonValue, other: JsonValue, path: Path = []): readonly Path[] {
  if (same(correct, other)) return [];
  if (!comparable(correct, other)) return [path];
  const keys = Array.isArray(correct)
    ? [...correct.keys()]
    : [...new Set([...Object.keys(correct as object), ...Object.keys(other as object)])];
  return keys.flatMap((key) => {
    const [left, right] = [valueAt(correct, [key]), valueAt(other, [key])];
    if (left === undefined || right === undefined) return [[...path, key]];
    return differences(left, right, [...path, key]);
  });
}

function restored(correct: JsonValue, other: JsonValue, path: Path): JsonValue {
  const parent = path.slice(0, -1);
  const key = path.at(-1);
  const value = valueAt(correct, path);
  const holder = valueAt(other, parent);
  if (value === undefined || !isObject(holder) || Object.hasOwn(holder, key as string))
    return withValue(other, path, value);
  return withValue(other, parent, { ...holder, [key as string]: value });
}

/**
 * Puts back what need not differ: one difference at a time, as long as the rest still holds. What comes out differs
 * from the correct submission, and no single difference of it can be put back.
 */
export async function shrink(
  correct: JsonValue,
  found: JsonValue,
  holds: (submission: JsonValue) => Promise<boolean>,
): Promise<JsonValue> {
  for (const path of differences(correct, found)) {
    const smaller = restored(correct, found, path);
    if (same(smaller, correct) || !(await holds(smaller))) continue;
    return shrink(correct, smaller, holds);
  }
  return found;
}

import { iterate, unhashable } from '../../../core/python/operations.ts';
import { hashKey, type PythonValue } from '../../../core/python/value.ts';

/** `set(values)`, as the keys that stand for its members. */
export function memberKeys(values: PythonValue): ReadonlySet<string> {
  return new Set(
    iterate(values).map((value) => {
      const key = hashKey(value);
      if (key === undefined) throw unhashable(value);
      return key;
    }),
  );
}

/** `set(left) == set(right)`. */
export function sameMembers(left: PythonValue, right: PythonValue): boolean {
  const [a, b] = [memberKeys(left), memberKeys(right)];
  return a.size === b.size && [...a].every((key) => b.has(key));
}

import type { JsonValue } from '../json.ts';
import { floatRepr } from './float.ts';
import { isDict, PythonFloat, type PythonValue } from './value.ts';

const finite = (value: number): JsonValue => (Number.isFinite(value) ? value : floatRepr(value));

/**
 * The value as JSON can carry it. 1 and 1.0 become one number, an integer past 2^53 the nearest double, and what JSON has
 * no number for the text that Python prints (`nan`, `inf`).
 */
export function toJson(value: PythonValue): JsonValue {
  if (typeof value === 'bigint') return finite(Number(value));
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof PythonFloat) return finite(value.value);
  if (!isDict(value)) return value.map(toJson);
  return Object.fromEntries([...value].map(([key, item]) => [key, toJson(item)]));
}

import { PythonError } from './errors.ts';
import { repr } from './str.ts';
import { asComparable, isDict, type PythonDict, PythonFloat, type PythonValue, typeName } from './value.ts';

const isNaNFloat = (value: PythonValue): boolean => value instanceof PythonFloat && Number.isNaN(value.value);

/** Whether two lists or two dicts hold the same; dicts regardless of order. */
function sameMembers(left: PythonValue, right: PythonValue): boolean {
  if (isDict(left)) {
    if (!isDict(right) || left.size !== right.size) return false;
    for (const [key, value] of left) {
      const other = right.get(key);
      if (other === undefined || !same(value, other)) return false;
    }
    return true;
  }
  if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
  return left.every((value, index) => same(value, right[index] as PythonValue));
}

/** `left == right`: 1, 1.0 and True are equal, and so are what holds them in the same places; a NaN equals nothing. */
export function equal(left: PythonValue, right: PythonValue): boolean {
  const a = asComparable(left);
  const b = asComparable(right);
  // biome-ignore lint/suspicious/noDoubleEquals: a bigint equals the same number only loosely
  if (a !== undefined && b !== undefined) return a == b;
  if (a !== undefined || b !== undefined) return false;
  if (typeof left !== 'object' || left === null) return left === right;
  return typeof right === 'object' && right !== null && sameMembers(left, right);
}

/** Equality inside containers, where one object equals itself: all NaNs of a JSON text are one object. */
export function same(left: PythonValue, right: PythonValue): boolean {
  return equal(left, right) || (isNaNFloat(left) && isNaNFloat(right));
}

function notIterable(value: PythonValue): PythonError {
  return new PythonError('TypeError', `'${typeName(value)}' object is not iterable`);
}

/** `for … in value`: items of a list, keys of a dict, characters of a text. */
export function iterate(value: PythonValue): readonly PythonValue[] {
  if (typeof value === 'string') return [...value];
  if (isDict(value)) return [...value.keys()];
  if (Array.isArray(value)) return value;
  throw notIterable(value);
}

/** `len(value)`. */
export function length(value: PythonValue): number {
  if (typeof value === 'string' || isDict(value) || Array.isArray(value)) return iterate(value).length;
  throw new PythonError('TypeError', `object of type '${typeName(value)}' has no len()`);
}

/** `needle in haystack`: part of a text, item of a list, key of a dict. */
export function contains(haystack: PythonValue, needle: PythonValue): boolean {
  if (typeof haystack === 'string') {
    if (typeof needle === 'string') return haystack.includes(needle);
    throw new PythonError(
      'TypeError',
      `'in <string>' requires string as left operand, not ${typeName(needle)}`,
    );
  }
  if (isDict(haystack)) return hasKey(haystack, needle);
  if (Array.isArray(haystack)) return haystack.some((item) => same(item, needle));
  throw new PythonError('TypeError', `argument of type '${typeName(haystack)}' is not iterable`);
}

function hasKey(dict: PythonDict, key: PythonValue): boolean {
  if (isDict(key) || Array.isArray(key)) throw unhashable(key);
  return typeof key === 'string' && dict.has(key);
}

/** What Python raises where a list or a dict should be a key or a member of a set. */
export function unhashable(value: PythonValue): PythonError {
  return new PythonError('TypeError', `unhashable type: '${typeName(value)}'`);
}

/** `value[key]` with a key that is a text, or an index from zero on. */
export function item(value: PythonValue, key: string | number): PythonValue {
  if (isDict(value)) {
    const found = typeof key === 'string' ? value.get(key) : undefined;
    if (found === undefined) throw new PythonError('KeyError', repr(key));
    return found;
  }
  if (typeof value !== 'string' && !Array.isArray(value)) {
    throw new PythonError('TypeError', `'${typeName(value)}' object is not subscriptable`);
  }
  const kind = typeof value === 'string' ? 'string' : 'list';
  if (typeof key === 'string') {
    throw new PythonError('TypeError', `${kind} indices must be integers, not 'str'`);
  }
  const found = iterate(value)[key];
  if (found === undefined) throw new PythonError('IndexError', `${kind} index out of range`);
  return found;
}

/** The value as a dict, for a method that only dicts have. */
export function dictOf(value: PythonValue, method: string): PythonDict {
  if (isDict(value)) return value;
  throw new PythonError('AttributeError', `'${typeName(value)}' object has no attribute '${method}'`);
}

/** The value as a text, for a method that only texts have. */
export function textOf(value: PythonValue, method: string): string {
  if (typeof value === 'string') return value;
  throw new PythonError('AttributeError', `'${typeName(value)}' object has no attribute '${method}'`);
}

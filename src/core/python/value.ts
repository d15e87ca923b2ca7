/** A Python float. Kept apart from integers, which JavaScript's one kind of number would merge with it. */
export class PythonFloat {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/**
 * A value that Python's `json.loads` can give. A `number` is a Python int within the safe integers, a `bigint` one beyond
 * them; a `Map` is a dict, in insertion order.
 */
export type PythonValue = null | boolean | number | bigint | PythonFloat | string | PythonList | PythonDict;
export type PythonList = readonly PythonValue[];
export type PythonDict = ReadonlyMap<string, PythonValue>;

export type PythonTypeName = 'NoneType' | 'bool' | 'int' | 'float' | 'str' | 'list' | 'dict';

export function isDict(value: PythonValue | undefined): value is PythonDict {
  return value instanceof Map;
}

/** `type(value).__name__`. */
export function typeName(value: PythonValue): PythonTypeName {
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'number':
    case 'bigint':
      return 'int';
    case 'string':
      return 'str';
    default:
      if (value === null) return 'NoneType';
      if (value instanceof PythonFloat) return 'float';
      return isDict(value) ? 'dict' : 'list';
  }
}

/** `bool(value)`. */
export function isTruthy(value: PythonValue): boolean {
  if (typeof value === 'object' && value !== null) {
    if (value instanceof PythonFloat) return value.value !== 0;
    return isDict(value) ? value.size > 0 : value.length > 0;
  }
  return value === null ? false : Boolean(value);
}

/** An int or a bool as an integer: `isinstance(value, int)` with its value. Anything else: undefined. */
export function asInteger(value: PythonValue): number | bigint | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  return typeof value === 'boolean' ? Number(value) : undefined;
}

/**
 * An int, a bool or a float as a number that compares with JavaScript's operators as it does in Python; anything else:
 * undefined.
 */
export function asComparable(value: PythonValue): number | bigint | undefined {
  return value instanceof PythonFloat ? value.value : asInteger(value);
}

/** `value == other` for a string or an integer: 1, 1.0 and True are equal, a string never equals a number. */
export function equalsScalar(value: PythonValue, other: string | number): boolean {
  if (typeof other === 'string' || typeof value === 'string') return value === other;
  const number = asComparable(value);
  // biome-ignore lint/suspicious/noDoubleEquals: a bigint equals the same number only loosely
  return number !== undefined && number == other;
}

/**
 * Text that two hashable values share exactly when Python's sets and dicts take them for one key: 1, 1.0 and True do; so do
 * all NaNs, because Python's reader gives one object for each. A list or a dict has none.
 */
export function hashKey(value: PythonValue): string | undefined {
  if (typeof value === 'string') return `"${value}"`;
  if (value === null) return 'null';
  const number = asComparable(value);
  if (number === undefined) return undefined;
  if (typeof number === 'bigint' || !Number.isInteger(number)) return String(number);
  return Number.isSafeInteger(number) ? String(number + 0) : String(BigInt(number));
}

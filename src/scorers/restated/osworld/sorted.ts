import { PythonError } from '../../../core/python/errors.ts';
import { equal, iterate } from '../../../core/python/operations.ts';
import { asComparable, type PythonValue, typeName } from '../../../core/python/value.ts';

/** `left < right`: numbers with numbers, texts with texts by code point, lists by their first difference. */
function isLess(left: PythonValue, right: PythonValue): boolean {
  const [a, b] = [asComparable(left), asComparable(right)];
  if (a !== undefined && b !== undefined) return a < b;
  if (typeof left === 'string' && typeof right === 'string') {
    return Buffer.compare(Buffer.from(left, 'utf8'), Buffer.from(right, 'utf8')) < 0;
  }
  if (Array.isArray(left) && Array.isArray(right)) return isLessList(left, right);
  throw new PythonError(
    'TypeError',
    `'<' not supported between instances of '${typeName(left)}' and '${typeName(right)}'`,
  );
}

function isLessList(left: readonly PythonValue[], right: readonly PythonValue[]): boolean {
  for (const [index, value] of left.entries()) {
    const other = right[index];
    if (other === undefined) return false;
    if (!equal(value, other)) return isLess(value, other);
  }
  return left.length < right.length;
}

function order(left: PythonValue, right: PythonValue): number {
  if (isLess(left, right)) return -1;
  return isLess(right, left) ? 1 : 0;
}

/**
 * `sorted(value)`.
 *
 * @throws PythonError `TypeError` for values without an order
 */
export function sorted(value: PythonValue): readonly PythonValue[] {
  return iterate(value).toSorted(order);
}

import { PythonError } from '../errors.ts';
import { asComparable, PythonFloat, type PythonValue } from '../value.ts';
import { type Literal, PythonTuple } from './node.ts';
import { NotTold } from './not-told.ts';

/** `bool(value)`. */
export function isTrue(value: Literal): boolean {
  if (value instanceof PythonFloat) return value.value !== 0;
  if (value instanceof PythonTuple) return value.items.length > 0;
  if (value instanceof Map) return value.size > 0;
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** A number with its value as JavaScript compares it, or undefined. */
export function numberOf(value: Literal): number | bigint | undefined {
  const isPlain = typeof value !== 'object' && typeof value !== 'symbol';
  return isPlain || value instanceof PythonFloat ? asComparable(value as PythonValue) : undefined;
}

const ORDER: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '>': (order) => order > 0,
  '<=': (order) => order <= 0,
  '>=': (order) => order >= 0,
  '==': (order) => order === 0,
  '!=': (order) => order !== 0,
};

/** Code points in order, which UTF-16 units are not. */
function textOrder(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left, 'utf8'), Buffer.from(right, 'utf8'));
}

function numberOrder(left: number | bigint, right: number | bigint): number {
  if (left < right) return -1;
  if (left > right) return 1;
  // biome-ignore lint/suspicious/noDoubleEquals: a bigint equals the same number only loosely
  return left == right ? 0 : Number.NaN;
}

/**
 * `left operator right` for two numbers or two texts.
 *
 * @throws NotTold for anything else that can be compared
 */
export function compare(operator: string, left: Literal, right: Literal): boolean {
  const holds = ORDER[operator];
  const [a, b] = [numberOf(left), numberOf(right)];
  if (holds && a !== undefined && b !== undefined) return holds(numberOrder(a, b));
  if (holds && typeof left === 'string' && typeof right === 'string') return holds(textOrder(left, right));
  if ((left === null || right === null) && /^[<>]/.test(operator)) {
    throw new PythonError('TypeError', `'${operator}' not supported`);
  }
  throw new NotTold('a comparison');
}

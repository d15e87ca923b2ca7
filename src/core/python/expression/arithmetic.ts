import { PythonError } from '../errors.ts';
import { PythonFloat } from '../value.ts';
import { isTrue, numberOf } from './comparison.ts';
import { applyFloat } from './float-arithmetic.ts';
import { applyInteger } from './integer-arithmetic.ts';
import { type Literal, PythonTuple } from './node.ts';
import { NotTold } from './not-told.ts';

/** Characters or items that a product of a text or a list may have. */
const LONGEST = 1_000_000;

const typeError = (operator: string): PythonError =>
  new PythonError('TypeError', `unsupported operand type(s) for ${operator}`);

export function applyUnary(operator: string, value: Literal): Literal {
  if (operator === 'not') return !isTrue(value);
  const number = numberOf(value);
  if (number === undefined) throw typeError(`unary ${operator}`);
  if (value instanceof PythonFloat) {
    if (operator === '~') throw typeError('unary ~');
    return operator === '-' ? new PythonFloat(-value.value) : value;
  }
  const integer = BigInt(number);
  if (operator === '+') return applyInteger('+', integer, 0n);
  return operator === '-' ? applyInteger('-', 0n, integer) : applyInteger('-', -1n, integer);
}

const isSequence = (value: Literal): value is string | PythonTuple | readonly Literal[] =>
  typeof value === 'string' || value instanceof PythonTuple || Array.isArray(value);

/** Two texts, two lists or two tuples, one behind the other. */
function joined(left: Literal, right: Literal): Literal | undefined {
  if (typeof left === 'string' && typeof right === 'string') return left + right;
  if (left instanceof PythonTuple && right instanceof PythonTuple) {
    return new PythonTuple([...left.items, ...right.items]);
  }
  return Array.isArray(left) && Array.isArray(right) ? [...left, ...right] : undefined;
}

function repeated(value: string | PythonTuple | readonly Literal[], times: number | bigint): Literal {
  const size = value instanceof PythonTuple ? value.items.length : value.length;
  const count = Math.max(0, Number(times));
  if (size * count > LONGEST) throw new NotTold('a product of that length');
  if (typeof value === 'string') return value.repeat(size === 0 ? 0 : count);
  const items: readonly Literal[] = value instanceof PythonTuple ? value.items : value;
  const all = Array.from({ length: size === 0 ? 0 : count }, () => items).flat() as Literal[];
  return value instanceof PythonTuple ? new PythonTuple(all) : all;
}

function applySequence(operator: string, left: Literal, right: Literal): Literal {
  if (operator === '%' && typeof left === 'string') throw new NotTold('a formatted text');
  if (operator === '|' && left instanceof Map && right instanceof Map) throw new NotTold('a union of dicts');
  if (operator === '+') {
    const sum = joined(left, right);
    if (sum !== undefined) return sum;
  }
  const sequence = isSequence(left) ? left : right;
  const times = isSequence(left) ? right : left;
  const isCount = typeof times === 'boolean' || typeof times === 'number' || typeof times === 'bigint';
  if (operator === '*' && isSequence(sequence) && isCount) return repeated(sequence, BigInt(times));
  throw typeError(operator);
}

/** `left operator right`. */
export function applyBinary(operator: string, left: Literal, right: Literal): Literal {
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a === undefined || b === undefined) return applySequence(operator, left, right);
  if (left instanceof PythonFloat || right instanceof PythonFloat) return applyFloat(operator, a, b);
  const result = applyInteger(operator, BigInt(a), BigInt(b));
  const isBoolean = typeof left === 'boolean' && typeof right === 'boolean';
  return isBoolean && '&|^'.includes(operator) ? Boolean(result) : result;
}

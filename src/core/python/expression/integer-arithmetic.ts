import { PythonError } from '../errors.ts';
import { PythonFloat } from '../value.ts';
import { NotTold } from './not-told.ts';

/** Bits that a power or a shift may have. */
const MOST_BITS = 14_000;

const small = (value: bigint): number | bigint => {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
};

const bits = (value: bigint): number => value.toString(16).length * 4;

function requireDivisor(value: bigint): void {
  if (value === 0n) throw new PythonError('ZeroDivisionError', 'division by zero');
}

/** Rounded towards minus infinity, which BigInt is not. */
function floorDivide(left: bigint, right: bigint): bigint {
  requireDivisor(right);
  const quotient = left / right;
  return left % right !== 0n && left < 0n !== right < 0n ? quotient - 1n : quotient;
}

function divide(left: bigint, right: bigint): PythonFloat {
  requireDivisor(right);
  const [a, b] = [Number(left), Number(right)];
  if (!(Number.isSafeInteger(a) && Number.isSafeInteger(b)))
    throw new NotTold('a quotient of large integers');
  return new PythonFloat(a / b);
}

function power(base: bigint, exponent: bigint): bigint {
  if (exponent < 0n) {
    requireDivisor(base);
    throw new NotTold('a negative power');
  }
  const isTrivial = base >= -1n && base <= 1n;
  if (!isTrivial && BigInt(bits(base)) * exponent > BigInt(MOST_BITS))
    throw new NotTold('a power of that size');
  return isTrivial && exponent > 1n ? base ** (2n - (exponent % 2n)) : base ** exponent;
}

function shift(operator: string, value: bigint, by: bigint): bigint {
  if (by < 0n) throw new PythonError('ValueError', 'negative shift count');
  if (by > BigInt(MOST_BITS)) throw new NotTold('a shift of that size');
  return operator === '<<' ? value << by : value >> by;
}

/**
 * An operator between two integers. `@` has no meaning for them.
 *
 * @throws PythonError `ZeroDivisionError`, `ValueError` or `TypeError`
 */
export function applyInteger(operator: string, left: bigint, right: bigint): number | bigint | PythonFloat {
  switch (operator) {
    case '+':
      return small(left + right);
    case '-':
      return small(left - right);
    case '*':
      return small(left * right);
    case '/':
      return divide(left, right);
    case '//':
      return small(floorDivide(left, right));
    case '%':
      return small(left - floorDivide(left, right) * right);
    case '**':
      return small(power(left, right));
    case '&':
      return small(left & right);
    case '|':
      return small(left | right);
    case '^':
      return small(left ^ right);
    case '<<':
    case '>>':
      return small(shift(operator, left, right));
    default:
      throw new PythonError('TypeError', `unsupported operand type(s) for ${operator}`);
  }
}

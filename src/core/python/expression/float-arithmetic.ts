import { PythonError } from '../errors.ts';
import { PythonFloat } from '../value.ts';
import { NotTold } from './not-told.ts';

function toFloat(value: number | bigint): number {
  const number = Number(value);
  if (typeof value === 'bigint' && !Number.isFinite(number)) {
    throw new PythonError('OverflowError', 'int too large to convert to float');
  }
  return number;
}

function requireDivisor(value: number): void {
  if (value === 0) throw new PythonError('ZeroDivisionError', 'float division by zero');
}

/** The remainder has the sign of the divisor. */
function modulo(left: number, right: number): number {
  requireDivisor(right);
  const rest = left % right;
  if (rest === 0) return right < 0 ? -0 : 0;
  return rest < 0 === right < 0 ? rest : rest + right;
}

function floorDivide(left: number, right: number): number {
  const quotient = (left - modulo(left, right)) / right;
  if (quotient === 0) return left / right < 0 ? -0 : 0;
  const floor = Math.floor(quotient);
  return quotient - floor > 0.5 ? floor + 1 : floor;
}

/**
 * An operator between two numbers of which one is a float.
 *
 * @throws PythonError `ZeroDivisionError`, `OverflowError` or `TypeError`
 * @throws NotTold for a power, whose last bit is the platform's
 */
export function applyFloat(operator: string, a: number | bigint, b: number | bigint): PythonFloat {
  const [left, right] = [toFloat(a), toFloat(b)];
  switch (operator) {
    case '+':
      return new PythonFloat(left + right);
    case '-':
      return new PythonFloat(left - right);
    case '*':
      return new PythonFloat(left * right);
    case '/':
      requireDivisor(right);
      return new PythonFloat(left / right);
    case '//':
      return new PythonFloat(floorDivide(left, right));
    case '%':
      return new PythonFloat(modulo(left, right));
    case '**':
      throw new NotTold('a power of floats');
    default:
      throw new PythonError('TypeError', `unsupported operand type(s) for ${operator}`);
  }
}

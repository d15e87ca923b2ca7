import { repr } from '../str.ts';
import { isDict, type PythonValue } from '../value.ts';
import { ELLIPSIS, type Literal, PythonTuple } from './node.ts';

/** `repr(value)`. */
function literalRepr(value: Literal): string {
  if (value === ELLIPSIS) return 'Ellipsis';
  if (value instanceof PythonTuple) {
    const items = value.items.map(literalRepr).join(', ');
    return `(${items}${value.items.length === 1 ? ',' : ''})`;
  }
  if (Array.isArray(value)) return `[${value.map(literalRepr).join(', ')}]`;
  if (isDict(value as PythonValue)) {
    const members = [...(value as ReadonlyMap<string, Literal>)];
    return `{${members.map(([key, member]) => `${repr(key)}: ${literalRepr(member)}`).join(', ')}}`;
  }
  return repr(value as PythonValue);
}

/** `str(value)`. */
export function literalStr(value: Literal): string {
  return typeof value === 'string' ? value : literalRepr(value);
}

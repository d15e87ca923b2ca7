import { asComparable, isDict, PythonFloat, type PythonValue } from '../../core/python/value.ts';

/** What a field of a row holds. Integers and floats are told apart, as the release's judge does. */
export const KIND = { null: 0, bool: 1, int: 2, float: 3, str: 4, list: 5, dict: 6 } as const;
export type Kind = (typeof KIND)[keyof typeof KIND];

export function kindOf(value: PythonValue): Kind {
  switch (typeof value) {
    case 'string':
      return KIND.str;
    case 'boolean':
      return KIND.bool;
    case 'number':
    case 'bigint':
      return KIND.int;
    default:
      if (value === null) return KIND.null;
      if (value instanceof PythonFloat) return KIND.float;
      return isDict(value) ? KIND.dict : KIND.list;
  }
}

/** A bool, int or float as a double, for comparison with bounds; 0 for everything else. */
export function numberOf(value: PythonValue): number {
  return Number(asComparable(value) ?? 0);
}

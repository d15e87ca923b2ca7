import { iterate } from '../../../core/python/operations.ts';
import { type PythonTypeName, type PythonValue, typeName } from '../../../core/python/value.ts';
import { type BfclVerdict, invalid, VALID } from './verdict.ts';

/** What BFCL's type names mean for Python entries; no other name is known. */
export const PYTHON_TYPES: ReadonlyMap<string, PythonTypeName> = new Map<string, PythonTypeName>([
  ['string', 'str'],
  ['integer', 'int'],
  ['float', 'float'],
  ['boolean', 'bool'],
  ['array', 'list'],
  ['tuple', 'list'],
  ['dict', 'dict'],
  ['any', 'str'],
]);

/** Type of the first option that is not the mark of an optional parameter. */
function optionType(options: PythonValue): PythonTypeName | undefined {
  const first = iterate(options).find((option) => option !== '');
  return first === undefined ? undefined : typeName(first);
}

export interface TypeFinding {
  readonly verdict: BfclVerdict;
  /** The answer's own type is not the schema's, so the value is compared as it is. */
  readonly isVariable: boolean;
}

/** Whether one of the options accepts the types of all elements; an option that is no list accepts any. */
function elementsFit(value: PythonValue, options: PythonValue, element: PythonTypeName): boolean {
  return iterate(options).some(
    (option) =>
      typeName(option) !== 'list' ||
      iterate(value).every((member) => checkType(member, option, element).verdict.valid),
  );
}

/**
 * Types are exact: True is no integer, and 1 no float. A value of another type passes when the answer's options have that
 * type. Elements of a list are checked one level deep.
 *
 * @param element the type of a list's elements, where the schema says one
 */
export function checkType(
  value: PythonValue,
  options: PythonValue,
  expected: PythonTypeName,
  element?: PythonTypeName,
): TypeFinding {
  const option = optionType(options);
  const isVariable = option !== undefined && option !== expected;
  const actual = typeName(value);
  const isExpected = actual === expected;
  if (isExpected && (element === undefined || elementsFit(value, options, element))) {
    return { verdict: VALID, isVariable };
  }
  if (option !== actual) return { verdict: invalid('type_error:simple'), isVariable: false };
  return { verdict: isExpected ? invalid('type_error:nested') : VALID, isVariable: true };
}

import { PythonError } from '../../../core/python/errors.ts';
import { contains, dictOf, item, iterate } from '../../../core/python/operations.ts';
import { repr } from '../../../core/python/str.ts';
import { PythonFloat, type PythonTypeName, type PythonValue, typeName } from '../../../core/python/value.ts';
import { checkType, PYTHON_TYPES } from './types.ts';
import { checkDict, checkDictList, checkList, checkString } from './values.ts';
import { type BfclVerdict, invalid, VALID } from './verdict.ts';

const WITH_ELEMENTS: readonly string[] = ['array', 'tuple'];

function typeNamed(name: PythonValue): PythonTypeName {
  const type = typeof name === 'string' ? PYTHON_TYPES.get(name) : undefined;
  if (type === undefined) throw new PythonError('KeyError', repr(name));
  return type;
}

/** An int is taken for a float, at the top level alone. */
function widened(value: PythonValue, declared: PythonValue): PythonValue {
  if (declared !== 'float' || typeName(value) !== 'int') return value;
  const wide = Number(value);
  if (!Number.isFinite(wide)) throw new PythonError('OverflowError', 'int too large to convert to float');
  return new PythonFloat(wide);
}

function checkValue(
  value: PythonValue,
  options: PythonValue,
  expected: PythonTypeName,
  element: PythonTypeName | undefined,
): BfclVerdict | undefined {
  if (expected === 'dict') return checkDict(value, iterate(options));
  if (expected === 'str') return checkString(value as string, options);
  if (expected !== 'list') return undefined;
  const members = iterate(value);
  return element === 'dict' ? checkDictList(members, options) : checkList(members, options);
}

function checkParameter(value: PythonValue, details: PythonValue, options: PythonValue): BfclVerdict {
  const declared = item(details, 'type');
  const expected = typeNamed(declared);
  const element = WITH_ELEMENTS.includes(declared as string)
    ? typeNamed(item(item(details, 'items'), 'type'))
    : undefined;
  const wide = widened(value, declared);
  const { verdict, isVariable } = checkType(wide, options, expected, element);
  if (!verdict.valid) return verdict;
  const special = isVariable ? undefined : checkValue(wide, options, expected, element);
  if (special !== undefined) return special;
  return contains(options, wide) ? VALID : invalid('value_error:others');
}

/** The first value of the answer's dict: its parameters with their accepted values. */
function answerParameters(answer: PythonValue): PythonValue {
  const [parameters] = dictOf(answer, 'values').values();
  if (parameters === undefined) throw new PythonError('IndexError', 'list index out of range');
  return parameters;
}

function firstFault(
  parameters: PythonValue,
  schema: PythonValue,
  accepted: PythonValue,
): BfclVerdict | undefined {
  for (const [name, value] of dictOf(parameters, 'items')) {
    if (!(contains(schema, name) && contains(accepted, name))) {
      return invalid('simple_function_checker:unexpected_param');
    }
    const verdict = checkParameter(value, item(schema, name), item(accepted, name));
    if (!verdict.valid) return verdict;
  }
  return undefined;
}

/** Checks one call, a dict from its function's name to its arguments, against one function and one answer. */
export function checkCall(description: PythonValue, call: PythonValue, answer: PythonValue): BfclVerdict {
  const accepted = answerParameters(answer);
  const name = item(description, 'name');
  const parameters = item(description, 'parameters');
  const schema = item(parameters, 'properties');
  const required = item(parameters, 'required');
  if (typeof name !== 'string') throw new PythonError('TypeError', 'the function has no name');
  if (!contains(call, name)) return invalid('simple_function_checker:wrong_func_name');
  const given = item(call, name);
  for (const parameter of iterate(required)) {
    if (!contains(given, parameter)) return invalid('simple_function_checker:missing_required');
  }
  const fault = firstFault(given, schema, accepted);
  if (fault) return fault;
  for (const parameter of iterate(accepted)) {
    const isGiven = contains(given, parameter);
    if (!isGiven && !contains(item(accepted, parameter as string), '')) {
      return invalid('simple_function_checker:missing_optional');
    }
  }
  return VALID;
}

import { PythonError } from '../../../core/python/errors.ts';
import { parsePythonJson } from '../../../core/python/json.ts';
import { contains, dictOf, equal, item } from '../../../core/python/operations.ts';
import { strip } from '../../../core/python/text.ts';
import { isTruthy, type PythonDict, type PythonValue } from '../../../core/python/value.ts';
import { type Metric, metricOf } from './metric.ts';
import { sorted } from './sorted.ts';

const FAILED = '__EVALUATION_FAILED__';

/** Every quote becomes a double one before the text is read. */
const read = (result: PythonValue): PythonValue =>
  typeof result === 'string' ? parsePythonJson(strip(result).replaceAll("'", '"')) : result;

/** A missing key is None. */
const valueIn = (dict: PythonDict, key: string): PythonValue => dict.get(key) ?? null;

/** With `ignore_list_order` every value is sorted, that mark's own too, which raises and so scores 0. */
function sameValues(given: PythonDict, expected: PythonDict): boolean {
  const sorts = isTruthy(valueIn(expected, 'ignore_list_order'));
  return [...expected].every(([key, value]) =>
    sorts ? equal(sorted(value), sorted(valueIn(given, key))) : equal(value, valueIn(given, key)),
  );
}

function holdsOne(given: PythonValue, options: readonly PythonValue[]): boolean {
  if (Array.isArray(given)) return options.some((option) => contains(given, option));
  return typeof given === 'string' && options.some((option) => option === given);
}

/** A list must share a member with the result's, a text occur in it; other expectations always fail. */
function occurs(given: PythonDict, expected: PythonDict): boolean {
  return [...expected].every(([key, value]) => {
    if (Array.isArray(value)) return holdsOne(valueIn(given, key), value as readonly PythonValue[]);
    return typeof value === 'string' && contains(valueIn(given, key), value);
  });
}

function compare(result: PythonValue, rules: PythonValue): boolean {
  const expected = dictOf(rules, 'get').get('expected') ?? new Map<string, PythonValue>();
  if (isTruthy(expected) && [...dictOf(expected, 'items').values()].some((value) => equal(value, FAILED)))
    return false;
  const wanted = dictOf(item(rules, 'expected'), 'keys');
  const mustOccur = isTruthy(dictOf(rules, 'get').get('expect_in_result') ?? false);
  if (wanted.size === 0) return true;
  const given = dictOf(result, 'get');
  return mustOccur ? occurs(given, wanted) : sameValues(given, wanted);
}

/** Whatever is raised after the result has been read scores 0. */
export const directJsonObject: Metric = metricOf((raw, rules) => {
  const result = read(raw);
  if (result === null) return false;
  try {
    return compare(result, rules);
  } catch (error) {
    if (error instanceof PythonError) return false;
    throw error;
  }
});

import { contains, dictOf, item, iterate, length, same } from '../../../core/python/operations.ts';
import type { PythonValue } from '../../../core/python/value.ts';
import { type BfclVerdict, invalid, VALID } from './verdict.ts';

const IGNORED = /[ ,./\-_*^]/g;

/** Blanks and `, . / - _ * ^` are dropped, case with them, and both quotes are one: what the checker cannot see in a text. */
export function standardize(value: PythonValue): PythonValue {
  return typeof value === 'string' ? value.replace(IGNORED, '').toLowerCase().replaceAll("'", '"') : value;
}

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** The parts of an option, as an index loop reads them. */
const standardizedParts = (option: PythonValue): readonly PythonValue[] =>
  range(length(option)).map((index) => standardize(item(option, index)));

export function checkString(value: string, options: PythonValue): BfclVerdict {
  const texts = iterate(options).filter((option) => typeof option === 'string');
  return contains(texts.map(standardize), standardize(value)) ? VALID : invalid('value_error:string');
}

export function checkList(value: readonly PythonValue[], options: PythonValue): BfclVerdict {
  const accepted = range(length(options)).map((index) => standardizedParts(item(options, index)));
  return contains(accepted, value.map(standardize)) ? VALID : invalid('value_error:list/tuple');
}

/** Says why one dict is not the one option, or nothing. */
function dictError(value: PythonValue, option: PythonValue): string | undefined {
  let error: string | undefined;
  const members = dictOf(value, 'items');
  for (const [key, given] of members) {
    if (!contains(option, key)) error = 'value_error:dict_key';
    else if (!contains(standardizedParts(item(option, key)), standardize(given))) {
      error = 'value_error:dict_value';
    }
    if (error !== undefined) break;
  }
  for (const [key, accepted] of dictOf(option, 'items')) {
    if (!members.has(key) && !contains(accepted, '')) return 'value_error:dict_key';
  }
  return error;
}

/** Values of a dict are compared one level deep, with no look at their types. */
export function checkDict(value: PythonValue, options: readonly PythonValue[]): BfclVerdict {
  let verdict = invalid('dict_checker:unclear');
  for (const option of options) {
    if (same(option, '')) continue;
    const error = dictError(value, option);
    if (error === undefined) return VALID;
    verdict = invalid(error);
  }
  return verdict;
}

function checkDictsInOrder(value: readonly PythonValue[], option: PythonValue): BfclVerdict | undefined {
  let verdict: BfclVerdict | undefined;
  for (const [index, dict] of value.entries()) {
    verdict = checkDict(dict, [item(option, index)]);
    if (!verdict.valid) return verdict;
  }
  return VALID;
}

/** Dicts of a list are compared in their order. */
export function checkDictList(value: readonly PythonValue[], options: PythonValue): BfclVerdict {
  let verdict = invalid('list_dict_checker:unclear');
  for (const option of iterate(options)) {
    const found =
      value.length === length(option)
        ? checkDictsInOrder(value, option)
        : invalid('value_error:list_dict_count');
    if (found?.valid) return VALID;
    verdict = found ?? verdict;
  }
  return verdict;
}

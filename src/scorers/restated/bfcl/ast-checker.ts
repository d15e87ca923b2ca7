import { PythonError } from '../../../core/python/errors.ts';
import { equal, item, iterate, length } from '../../../core/python/operations.ts';
import { type PythonValue, typeName } from '../../../core/python/value.ts';
import { NotRestated, type Restated, restated } from '../outcome.ts';
import { checkCall } from './call.ts';
import { type BfclVerdict, invalid, VALID } from './verdict.ts';

export interface BfclCase {
  /** Name of the category: `parallel` in it matches calls in any order, `multiple` finds the function that the answer names. */
  readonly category: string;
  /** Function descriptions of the entry. */
  readonly functions: PythonValue;
  /** Calls of the submission, each a dict from a function's name to its arguments. */
  readonly calls: PythonValue;
  /** The published answer: for each call a dict from its function to parameters with accepted values. */
  readonly answers: PythonValue;
  readonly language?: string;
}

function functionNamed(functions: PythonValue, name: PythonValue): PythonValue {
  if (typeName(functions) !== 'list') return functions;
  return iterate(functions).find((candidate) => equal(item(candidate, 'name'), name)) ?? null;
}

function nameIn(answer: PythonValue): PythonValue {
  const [name] = iterate(answer);
  if (name === undefined) throw new PythonError('IndexError', 'list index out of range');
  return name;
}

/** Each answer takes the first call left that fits it; none is given back, so an order can fail. */
function checkAnyOrder({ functions, calls, answers }: BfclCase): BfclVerdict {
  if (length(calls) !== length(answers)) return invalid('parallel_function_checker_no_order:wrong_count');
  const left = new Set(iterate(calls).keys());
  for (const answer of iterate(answers)) {
    const description = functionNamed(functions, nameIn(answer));
    const match = [...left].find((index) => checkCall(description, item(calls, index), answer).valid);
    if (match === undefined) return invalid('parallel_function_checker_no_order:cannot_find_match');
    left.delete(match);
  }
  return VALID;
}

function check(given: BfclCase): BfclVerdict {
  const { category, functions, calls, answers, language = 'python' } = given;
  if (language !== 'python') throw new NotRestated(`the source text of ${language} values is not restated`);
  if (category.includes('parallel')) return checkAnyOrder(given);
  if (category.includes('multiple')) {
    if (length(calls) !== length(answers)) return invalid('multiple_function_checker:wrong_count');
    const description = functionNamed(functions, nameIn(item(answers, 0)));
    return checkCall(description, item(calls, 0), item(answers, 0));
  }
  if (length(calls) !== 1) return invalid('simple_function_checker:wrong_count');
  return checkCall(item(functions, 0), item(calls, 0), item(answers, 0));
}

/**
 * BFCL's AST checker for the Python categories: names, types and values of calls against published options.
 *
 * Source: rules of external-targets §2, of ShishirPatil/gorilla 6ea57973; dots in function names are kept.
 */
export function bfclAstChecker(given: BfclCase): Restated<BfclVerdict> {
  return restated(() => check(given));
}

function isCall(call: PythonValue): boolean {
  if (typeName(call) !== 'dict' || length(call) !== 1) return false;
  const [value] = (call as ReadonlyMap<string, PythonValue>).values();
  return typeName(value as PythonValue) === 'dict';
}

/** What the evaluation asks before it checks at all: a list of dicts with one key and a dict for it. */
export function isBfclCallList(submission: PythonValue): boolean {
  return typeName(submission) === 'list' && iterate(submission).every(isCall);
}

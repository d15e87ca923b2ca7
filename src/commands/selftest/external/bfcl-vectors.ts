import { repr } from '../../../core/python/str.ts';
import { type BfclCase, bfclAstChecker } from '../../../scorers/restated/bfcl/ast-checker.ts';
import type { BfclVerdict } from '../../../scorers/restated/bfcl/verdict.ts';
import type { Restated } from '../../../scorers/restated/outcome.ts';
import { NotUnderstood } from '../comtrade/expectation.ts';
import { externalSuite, field, textField, unlike } from './python-cases.ts';

const CRASH = 'CRASH:';

/** The release's exceptions stand in the vectors as no verdict with a reason of their own. */
function shown(outcome: Restated<BfclVerdict>): string {
  if (outcome.state === 'unsupported') throw new NotUnderstood(outcome.why);
  if (outcome.state === 'raised') return `None ${repr(`${CRASH}${outcome.type}`)}`;
  return `${repr(outcome.value.valid)} ${repr(outcome.value.errorType)}`;
}

/** BFCL's AST checker on calls, function descriptions and published answers. */
export const bfclVectors = externalSuite({
  id: 'bfcl-ast-checker',
  has: ['category', 'function', 'possible_answer', 'submission', 'valid', 'error_type'],
  may: ['id', 'entry', 'variant', 'language'],
  names: ['id'],
  check(given) {
    const vector: BfclCase = {
      category: textField(given, 'category'),
      functions: field(given, 'function'),
      calls: field(given, 'submission'),
      answers: field(given, 'possible_answer'),
      language: given.has('language') ? textField(given, 'language') : 'python',
    };
    const expected = `${repr(field(given, 'valid'))} ${repr(field(given, 'error_type'))}`;
    return unlike(shown(bfclAstChecker(vector)), expected);
  },
});

import { PythonError } from '../../../core/python/errors.ts';
import { textOf } from '../../../core/python/operations.ts';
import { lengthOf, strip } from '../../../core/python/text.ts';
import type { PythonDict, PythonValue } from '../../../core/python/value.ts';
import { NotRestated, type Restated, restated } from '../outcome.ts';
import { hasWord } from './tokens.ts';

/** Reaching a judge ends the restatement: what it says is not a rule. */
class NeedsModel extends Error {}

/** `graded` with 1 or 0, or `needs-model` where the release asks a language model. */
export type WebarenaVerdict = number | 'needs-model';

/** One pair of quotes is taken off, of one kind, and case with it. */
function clean(text: string): string {
  const bare = strip(text);
  for (const quote of ["'", '"']) {
    if (bare.startsWith(quote) && bare.endsWith(quote)) return bare.slice(1, -1).toLowerCase();
  }
  return bare.toLowerCase();
}

const cleanValue = (value: PythonValue): string => clean(textOf(value, 'strip'));

function listOf(value: PythonValue): readonly PythonValue[] {
  if (Array.isArray(value)) return value as readonly PythonValue[];
  throw new PythonError('AssertionError', '');
}

/** A reference of one character, alone in its list, must be a word of the answer; any other a part of it. */
function includes(reference: PythonValue, answer: string, isAlone: boolean): boolean {
  const wanted = cleanValue(reference);
  const given = clean(answer);
  if (!isAlone || lengthOf(wanted) !== 1) return given.includes(wanted);
  const found = hasWord(given, wanted);
  if (found !== undefined) return found;
  throw new NotRestated('whether the reference is a word depends on a trained splitter of sentences');
}

function mustInclude(value: PythonValue, answer: string): boolean {
  const references = listOf(value);
  let isFound = true;
  for (const reference of references) {
    const isHere = includes(reference, answer, references.length === 1);
    isFound &&= isHere;
  }
  return isFound;
}

/** @returns whether the score stays as it is; the release goes on after a failed part, up to a judge */
function passes(approach: string, value: PythonValue, answer: string, isPassing: boolean): boolean {
  if (approach === 'exact_match') return clean(answer) === cleanValue(value);
  if (approach === 'must_include') return mustInclude(value, answer);
  if (approach !== 'fuzzy_match') return true;
  if (value === 'N/A') {
    if (isPassing && clean(answer) === cleanValue(value)) return true;
    throw new NeedsModel();
  }
  if (listOf(value).length > 0) throw new NeedsModel();
  return true;
}

function match(references: PythonDict, raw: string): WebarenaVerdict {
  const answer = clean(raw);
  let isPassing = true;
  try {
    for (const [approach, value] of references) {
      const isMet = passes(approach, value, answer, isPassing);
      isPassing &&= isMet;
    }
  } catch (error) {
    if (error instanceof NeedsModel) return 'needs-model';
    throw error;
  }
  return isPassing ? 1 : 0;
}

/**
 * WebArena's `string_match` up to its judges: every approach of the reference answers must pass. Approaches other than
 * `exact_match`, `must_include` and `fuzzy_match` are skipped, as the release skips them.
 *
 * Source: rules of external-targets §4, of web-arena-x/webarena f62e0b99.
 *
 * @param references the task's `reference_answers`, in their order
 * @param answer the text of the agent's last action
 */
export function webarenaStringMatch(references: PythonDict, answer: string): Restated<WebarenaVerdict> {
  return restated(() => match(references, answer));
}

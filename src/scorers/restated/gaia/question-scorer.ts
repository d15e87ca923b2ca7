import { PythonError } from '../../../core/python/errors.ts';
import { floatOf } from '../../../core/python/number-text.ts';
import { str } from '../../../core/python/str.ts';
import { asComparable, type PythonValue, typeName } from '../../../core/python/value.ts';
import { without, withoutSpaces } from '../../../core/python/words.ts';
import { type Restated, restated } from '../outcome.ts';

const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
const SEPARATORS = /[,;]/;
const UNITS = /[$%,]/g;

/** Units and thousands separators are dropped; what is no number then is an infinity, never an error. */
function numberIn(text: string): number {
  return floatOf(text.replace(UNITS, '')) ?? Number.POSITIVE_INFINITY;
}

/** `float(gold)`, or undefined for a text that is no number. */
function goldNumber(gold: PythonValue): number | undefined {
  if (typeof gold === 'string') return floatOf(gold);
  const number = asComparable(gold);
  if (number === undefined) {
    throw new PythonError(
      'TypeError',
      `float() argument must be a string or a real number, not '${typeName(gold)}'`,
    );
  }
  const value = Number(number);
  if (typeof number === 'bigint' && !Number.isFinite(value)) {
    throw new PythonError('OverflowError', 'int too large to convert to float');
  }
  return value;
}

/** What a regular expression of the scorer takes; it raises on all but text. */
function textFor(answer: PythonValue): string {
  if (typeof answer === 'string') return answer;
  throw new PythonError('TypeError', `expected string or bytes-like object, got '${typeName(answer)}'`);
}

const withPunctuation = (text: string): string => withoutSpaces(text).toLowerCase();
const bare = (text: string): string => without(withPunctuation(text), PUNCTUATION);

function sameElement(answer: string, gold: string): boolean {
  const number = floatOf(gold);
  if (number !== undefined) return numberIn(answer) === number;
  return withPunctuation(answer) === withPunctuation(gold);
}

function sameList(answer: string, gold: string): boolean {
  const wanted = gold.split(SEPARATORS);
  const given = answer.split(SEPARATORS);
  return given.length === wanted.length && wanted.every((text, i) => sameElement(given[i] as string, text));
}

function verdict(answer: PythonValue, gold: PythonValue): boolean {
  const number = goldNumber(gold);
  if (number !== undefined) return numberIn(str(answer)) === number;
  const text = gold as string;
  if (SEPARATORS.test(text)) return sameList(textFor(answer), text);
  return bare(textFor(answer)) === bare(text);
}

/**
 * GAIA's `question_scorer`: a number for a gold that reads as one, a list for a gold with a comma or a semicolon, otherwise
 * letters and digits alone.
 *
 * Source: rules of external-targets §3, of the scorer's copy at aymeric-roucher/GAIA 682987ca, which raises on a missing
 * answer with a gold that is no number.
 *
 * @param answer what the agent answered, a text or null as a rule
 * @param gold the text of the ground truth
 */
export function gaiaQuestionScorer(answer: PythonValue, gold: PythonValue): Restated<boolean> {
  return restated(() => verdict(answer, gold));
}

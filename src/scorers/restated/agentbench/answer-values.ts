import { PythonError } from '../../../core/python/errors.ts';
import { evaluateLiteral } from '../../../core/python/expression/evaluate.ts';
import { type Literal, PythonTuple } from '../../../core/python/expression/node.ts';
import { NotTold } from '../../../core/python/expression/not-told.ts';
import { literalStr } from '../../../core/python/expression/show.ts';
import { str } from '../../../core/python/str.ts';
import { strip } from '../../../core/python/text.ts';
import type { PythonValue } from '../../../core/python/value.ts';
import { stripOf } from '../../../core/python/words.ts';
import { NotRestated } from '../outcome.ts';
import { normalizeValue } from './special-values.ts';

const QUOTES = '\'"';
const MODULE_NAMES = ['Database', 'DBResultProcessor'];

const unquoted = (text: string): string => stripOf(strip(text), QUOTES);

/** What `eval` gives, or undefined where it raises: the scorer goes on with the text itself then. */
function evaluated(text: string, scope: readonly string[]): Literal | undefined {
  try {
    return evaluateLiteral(text, [...MODULE_NAMES, ...scope]);
  } catch (error) {
    if (error instanceof PythonError) return undefined;
    if (error instanceof NotTold) throw new NotRestated(`the answer is run as Python, and ${error.message}`);
    throw error;
  }
}

const isList = (value: Literal | undefined): value is readonly Literal[] => Array.isArray(value);

/** `[(…,)]` that is no Python: the text between the marks. */
function singleTuple(text: string): readonly string[] | undefined {
  const inner = stripOf(text, '[]');
  const isSingle = inner.split('(').length === 2 && inner.startsWith('(') && inner.endsWith(',)');
  return isSingle ? [unquoted(inner.slice(1, -2))] : undefined;
}

/** Values of a database's rows, where the text reads as a list of tuples; of these only those with one value count. */
function rowValues(text: string): readonly string[] | undefined {
  if (!(text.startsWith('[') && text.endsWith(']'))) return undefined;
  const rows = evaluated(text, ['result']);
  if (!isList(rows) || !rows.every((row) => row instanceof PythonTuple)) return singleTuple(text);
  return (rows as readonly PythonTuple[])
    .filter(({ items }) => items.length === 1)
    .map(({ items: [only] }) => unquoted(literalStr(only as Literal)));
}

/** Commas part the values outside quotes, whatever the kind of quote; empty values are left out. */
function splitByHand(text: string): readonly string[] {
  const values: string[] = [];
  let current = '';
  let isQuoted = false;
  for (const character of text.slice(1, -1)) {
    if (QUOTES.includes(character)) isQuoted = !isQuoted;
    else if (character !== ',' || isQuoted) current += character;
    else if (current !== '') {
      values.push(normalizeValue(unquoted(current)));
      current = '';
    }
  }
  if (current !== '') values.push(normalizeValue(unquoted(current)));
  return values;
}

function itemText(item: Literal): string {
  const [only] = item instanceof PythonTuple && item.items.length === 1 ? item.items : [item];
  return normalizeValue(unquoted(literalStr(only as Literal)));
}

/** A text in brackets; null where it is Python for something other than a list. */
function listValues(text: string): readonly string[] | null {
  const list = evaluated(text, ['answer', 'mysql_result']);
  if (list === undefined) return splitByHand(text);
  return isList(list) ? list.map(itemText) : null;
}

/**
 * The values that dbbench compares, each as a text.
 *
 * @returns null where the release's own function ends without a value
 * @throws NotRestated where the answer is Python whose value is not told
 */
export function answerValues(answer: PythonValue): readonly string[] | null {
  if (answer === null) return ['0'];
  if (Array.isArray(answer)) {
    return (answer as readonly PythonValue[]).map((item) => normalizeValue(unquoted(str(item))));
  }
  if (typeof answer !== 'string') return [normalizeValue(unquoted(str(answer)))];
  const rows = rowValues(answer);
  if (rows) return rows.map(normalizeValue);
  const text = strip(answer);
  if (text.startsWith('[') && text.endsWith(']')) return listValues(text);
  return [normalizeValue(unquoted(text))];
}

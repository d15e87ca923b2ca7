import { PythonError } from '../../../core/python/errors.ts';
import { evaluateLiteral } from '../../../core/python/expression/evaluate.ts';
import { ELLIPSIS, type Literal, PythonTuple } from '../../../core/python/expression/node.ts';
import { NotTold } from '../../../core/python/expression/not-told.ts';
import { parseFloatText } from '../../../core/python/number-text.ts';
import { equal, item, iterate, length, textOf } from '../../../core/python/operations.ts';
import { asComparable, type PythonValue, typeName } from '../../../core/python/value.ts';
import { NotRestated } from '../outcome.ts';
import { sameMembers } from './members.ts';
import { type Metric, metricOf, metricOfResult } from './metric.ts';

/** A tuple is measured and searched as a list is. */
function asValue(value: Literal): PythonValue {
  if (value instanceof PythonTuple) return value.items.map(asValue);
  if (value === ELLIPSIS) throw new NotRestated('an ellipsis among the values');
  return Array.isArray(value) ? value.map(asValue) : (value as PythonValue);
}

/** The release runs the text as Python. */
function run(text: PythonValue): PythonValue {
  if (typeof text !== 'string') throw new PythonError('TypeError', 'eval() arg 1 must be a string');
  try {
    return asValue(evaluateLiteral(text, ['apps_str', 'rule']));
  } catch (error) {
    if (error instanceof NotTold) throw new NotRestated(`the text is run as Python, and ${error.message}`);
    throw error;
  }
}

const sameCountAndMembers = (given: PythonValue, expected: PythonValue): boolean =>
  length(given) === length(expected) && sameMembers(given, expected);

const movedFiles = metricOf((directory, rule) => {
  const expected = item(rule, 'expected');
  const names = iterate(item(directory, 'children')).map((node) => item(node, 'name'));
  return sameCountAndMembers(names, expected);
});

/** Time zone line of `timedatectl`: the fourth. */
const utc = metricOfResult((output) => {
  const line = textOf(output, 'split').split('\n')[3];
  if (line === undefined) throw new PythonError('IndexError', 'list index out of range');
  return line.endsWith('+0000)');
});

function factorOf(value: PythonValue): number {
  if (typeof value === 'string') return parseFloatText(value);
  const number = asComparable(value);
  if (number !== undefined) return Number(number);
  throw new PythonError(
    'TypeError',
    `float() argument must be a string or a real number, not '${typeName(value)}'`,
  );
}

function orderable(value: PythonValue): number | bigint {
  const number = asComparable(value);
  if (number === undefined) throw new PythonError('TypeError', `'<' not supported with '${typeName(value)}'`);
  return number;
}

const fontSize = metricOf((sizes, rule) => {
  const size = item(sizes, 'default_font_size');
  const type = item(rule, 'type');
  if (type === 'range') {
    const value = orderable(size);
    return orderable(item(rule, 'min')) < value && value < orderable(item(rule, 'max'));
  }
  if (type !== 'value') throw new PythonError('TypeError', 'not support yet!');
  return equal(size, item(rule, 'value'));
});

/** Metrics of the desktop's settings. */
export const SYSTEM_METRICS: Readonly<Record<string, Metric>> = {
  check_gnome_favorite_apps: metricOf((apps, rule) => sameCountAndMembers(run(apps), item(rule, 'expected'))),
  check_moved_jpgs: movedFiles,
  is_utc_0: utc,
  check_text_enlarged: metricOfResult((factor) => factorOf(factor) > 1),
  check_font_size: fontSize,
};

import { PythonError } from '../../../core/python/errors.ts';
import { dictOf, item, length, textOf } from '../../../core/python/operations.ts';
import type { PythonValue } from '../../../core/python/value.ts';
import { type Metric, metricOf } from './metric.ts';

function textIn(rule: PythonValue, key: string): string {
  const value = item(rule, key);
  if (typeof value === 'string') return value;
  throw new PythonError('TypeError', 'can only concatenate str to str');
}

/** Either text holds the other; so an empty line fits any expectation. */
const overlap = (left: string, right: string): boolean => left.includes(right) || right.includes(left);

function hasEntry(content: string, mark: string, expected: string, fold: (text: string) => string): boolean {
  if (content.includes(`${mark}${expected}\n`)) return true;
  return content
    .split('\n')
    .some((line) => line.startsWith(mark) && overlap(fold(line.slice(mark.length)), fold(expected)));
}

/** Desktop files by their name, compared without case, or by their command, compared with it. */
export const shortcutOnDesktop: Metric = metricOf((shortcuts, rule) => {
  // The release counts them first, which raises on what has no length.
  length(shortcuts);
  const type = item(rule, 'type');
  if (type !== 'name' && type !== 'exec') throw new PythonError('TypeError', 'not support yet!');
  const expected = textIn(rule, type);
  const mark = type === 'name' ? 'Name=' : 'Exec=';
  const fold = (text: string): string => (type === 'name' ? text.toLowerCase() : text);
  return [...dictOf(shortcuts, 'items').values()].some((content) =>
    hasEntry(textOf(content, 'split'), mark, expected, fold),
  );
});

import { PythonError } from '../../../core/python/errors.ts';
import { contains, dictOf, equal, item, iterate } from '../../../core/python/operations.ts';
import { str } from '../../../core/python/str.ts';
import type { PythonValue } from '../../../core/python/value.ts';
import { isTruthy, typeName } from '../../../core/python/value.ts';
import { type Metric, metricOf } from './metric.ts';

const includeExclude = metricOf((result, rules) => {
  if (result === null) return false;
  const include = dictOf(rules, 'get').get('include') ?? [];
  const exclude = dictOf(rules, 'get').get('exclude') ?? [];
  return (
    iterate(include).every((part) => contains(result, part)) &&
    iterate(exclude).every((part) => !contains(result, part))
  );
});

const expectedIn = (rules: PythonValue): PythonValue => item(rules, 'expected');

const text = (value: PythonValue, ignoresCase: boolean): string =>
  ignoresCase ? str(value).toLowerCase() : str(value);

function sameTexts(result: PythonValue, expected: PythonValue, ignoresCase: boolean): boolean {
  if (!(Array.isArray(result) && Array.isArray(expected)) || result.length !== expected.length) return false;
  const wanted = expected as readonly PythonValue[];
  return (result as readonly PythonValue[]).every(
    (value, index) => text(value, ignoresCase) === text(wanted[index] as PythonValue, ignoresCase),
  );
}

const literalMatch = metricOf(
  (result, expected, given) => {
    const options = given === undefined ? undefined : dictOf(given, 'get');
    const type = options?.get('type') ?? 'str';
    const ignoresCase = isTruthy(options?.get('ignore_case') ?? false);
    if (type === 'str') return text(result, ignoresCase) === text(expected, ignoresCase);
    if (type === 'list') return sameTexts(result, expected, ignoresCase);
    throw new PythonError('NotImplementedError', 'this type is not supported');
  },
  { options: true },
);

const answer = metricOf((actual, rules) => isTruthy(actual) && equal(actual, expectedIn(rules)));

const extensionInstalled = metricOf((actual, rules) => {
  const type = item(rules, 'type');
  if (type !== 'contain' && type !== 'not_contain') throw new PythonError('NotImplementedError', '');
  return contains(actual, expectedIn(rules)) === (type === 'contain');
});

const fullscreen = metricOf((window, screen) => {
  if (screen === null || window === null) return false;
  return ['width', 'height'].every((side) => equal(item(window, side), item(screen, side)));
});

const clipboard = metricOf((config, output) => {
  const expected = expectedIn(config);
  const parts = Array.isArray(expected) ? (expected as readonly PythonValue[]) : [expected];
  return parts.every((part) => contains(output, part));
});

const cart = metricOf((tab, rule) => {
  const items = iterate(item(rule, 'items'));
  const content = item(tab, 'content');
  return items.every((wanted) => contains(content, wanted));
});

const experiments = metricOf((enabled, rule) => {
  const names = iterate(enabled).map((name) => {
    if (typeof name !== 'string')
      throw new PythonError('AttributeError', `'${typeName(name)}' object has no attribute 'split'`);
    return name.split('@')[0] as string;
  });
  if (item(rule, 'type') !== 'names') throw new PythonError('TypeError', 'not support yet!');
  return equal(names, item(rule, 'names'));
});

const history = metricOf((data, rule) => {
  if (item(rule, 'type') !== 'keywords') throw new PythonError('TypeError', 'not support yet!');
  const places = iterate(data).map((entry) => item(entry, 0));
  return iterate(item(rule, 'keywords')).every((word) => places.every((place) => !contains(place, word)));
});

/** Metrics of `general.py` and of others that compare values without a reading of their own. */
export const GENERAL_METRICS: Readonly<Record<string, Metric>> = {
  check_include_exclude: includeExclude,
  exact_match: metricOf((result, rules) => equal(result, expectedIn(rules))),
  match_in_list: metricOf((result, rules) => contains(expectedIn(rules), result)),
  is_in_list: metricOf((result, rules) => contains(result, expectedIn(rules))),
  literal_match: literalMatch,
  compare_answer: answer,
  is_extension_installed: extensionInstalled,
  is_vlc_fullscreen: fullscreen,
  is_in_vm_clickboard: clipboard,
  is_added_to_steam_cart: cart,
  check_enabled_experiments: experiments,
  check_history_deleted: history,
};

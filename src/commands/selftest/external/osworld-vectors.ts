import { equal } from '../../../core/python/operations.ts';
import { repr } from '../../../core/python/str.ts';
import { osworldMetric } from '../../../scorers/restated/osworld/metrics.ts';
import { NotUnderstood } from '../comtrade/expectation.ts';
import { externalSuite, field, listField, namesException, textField, unlike } from './python-cases.ts';

/** OSWorld's metric functions by name, on their arguments. */
export const osworldVectors = externalSuite({
  id: 'osworld-metrics',
  has: ['function', 'args', 'output'],
  may: ['case', 'options', 'kwargs', 'error'],
  names: ['case', 'function'],
  check(given) {
    const options = given.get('options') ?? given.get('kwargs') ?? [];
    const extra = Array.isArray(options) ? [] : [options];
    const outcome = osworldMetric(textField(given, 'function'), [...listField(given, 'args'), ...extra]);
    if (outcome.state === 'unsupported') throw new NotUnderstood(outcome.why);
    const output = field(given, 'output');
    if (outcome.state === 'raised') {
      const expected = given.get('error') ?? output;
      return namesException(expected, outcome.type) ? undefined : unlike(outcome.type, repr(expected));
    }
    return equal(outcome.value, output) ? undefined : unlike(repr(outcome.value), repr(output));
  },
});

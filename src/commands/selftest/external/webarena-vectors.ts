import { equal } from '../../../core/python/operations.ts';
import { repr } from '../../../core/python/str.ts';
import { isDict, type PythonValue } from '../../../core/python/value.ts';
import type { Restated } from '../../../scorers/restated/outcome.ts';
import {
  type WebarenaVerdict,
  webarenaStringMatch,
} from '../../../scorers/restated/webarena/string-match.ts';
import { webarenaUrlMatch } from '../../../scorers/restated/webarena/url-match.ts';
import { type Difference, NotUnderstood } from '../comtrade/expectation.ts';
import {
  type ExternalSuite,
  externalSuite,
  field,
  namesException,
  textField,
  unlike,
} from './python-cases.ts';

const MODEL = 'MODEL';

function differs(outcome: Restated<WebarenaVerdict>, expected: PythonValue): Difference {
  if (outcome.state === 'unsupported') throw new NotUnderstood(outcome.why);
  if (outcome.state === 'raised') {
    return namesException(expected, outcome.type) ? undefined : unlike(outcome.type, repr(expected));
  }
  const actual = outcome.value === 'needs-model' ? MODEL : outcome.value;
  return equal(actual, expected) ? undefined : unlike(repr(actual), repr(expected));
}

const strings = externalSuite({
  id: 'webarena-string',
  has: ['reference_answers', 'answer', 'output'],
  may: ['case', 'intent', 'string_note'],
  names: ['case'],
  check(given) {
    const references = field(given, 'reference_answers');
    if (!isDict(references)) throw new NotUnderstood('reference_answers should be an object');
    return differs(webarenaStringMatch(references, textField(given, 'answer')), field(given, 'output'));
  },
});

const urls = externalSuite({
  id: 'webarena-url',
  has: ['reference_url', 'final_url', 'output'],
  may: ['case', 'url_note'],
  names: ['case'],
  check(given) {
    const rule = given.has('url_note') ? [textField(given, 'url_note')] : [];
    const outcome = webarenaUrlMatch(
      textField(given, 'reference_url'),
      textField(given, 'final_url'),
      ...rule,
    );
    return differs(outcome, field(given, 'output'));
  },
});

/** WebArena's checks of answers and of addresses, which stand in one list. */
export const webarenaVectors: ExternalSuite = {
  id: 'webarena-evaluators',
  kinds: [...strings.kinds, ...urls.kinds],
  recognises: (document) => strings.recognises(document) || urls.recognises(document),
  cases(document, source) {
    const answers = strings.cases(document, source);
    const addresses = urls.cases(document, source);
    const { cases } = document as { readonly cases: readonly object[] };
    return answers.map((answer, index) => {
      const isAddress = Object.hasOwn(Object(cases[index]), 'reference_url');
      return (isAddress ? addresses[index] : answer) ?? answer;
    });
  },
};

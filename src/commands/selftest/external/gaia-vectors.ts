import { repr } from '../../../core/python/str.ts';
import { gaiaQuestionScorer } from '../../../scorers/restated/gaia/question-scorer.ts';
import { externalSuite, field, shownOutcome, unlike } from './python-cases.ts';

/** GAIA's `question_scorer` on pairs of an answer and a gold. */
export const gaiaVectors = externalSuite({
  id: 'gaia-question-scorer',
  has: ['gold', 'submission', 'result', 'error'],
  may: ['kind', 'semantically_equivalent'],
  names: ['kind'],
  check(given) {
    const outcome = gaiaQuestionScorer(field(given, 'submission'), field(given, 'gold'));
    const error = field(given, 'error');
    const expected = error === null ? repr(field(given, 'result')) : String(error);
    return unlike(shownOutcome(outcome, repr), expected);
  },
});

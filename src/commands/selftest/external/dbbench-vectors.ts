import { repr } from '../../../core/python/str.ts';
import { dbbenchCompare } from '../../../scorers/restated/agentbench/compare-results.ts';
import { externalSuite, field, shownOutcome, textField, unlike } from './python-cases.ts';

/** AgentBench's comparator of database answers. */
export const dbbenchVectors = externalSuite({
  id: 'agentbench-dbbench',
  has: ['answer', 'ground_truth', 'query_type', 'output'],
  may: ['case', 'semantically_equal'],
  names: ['case'],
  check(given) {
    const outcome = dbbenchCompare(
      field(given, 'answer'),
      field(given, 'ground_truth'),
      textField(given, 'query_type'),
    );
    return unlike(shownOutcome(outcome, repr), repr(field(given, 'output')));
  },
});

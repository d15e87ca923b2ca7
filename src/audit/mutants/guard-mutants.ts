import { compose } from '../guard/compose.ts';
import { refusals } from '../guard/guard.ts';
import type { Claim, Verdict } from '../types.ts';
import type { Mutant } from './mutant.ts';

const DOCUMENT = { evidence: { share: 0.645, runs: 66 }, elsewhere: { share: 0.645 } };
const CLEAN = compose(
  DOCUMENT,
  'evidence',
  'The empty submission scores {~.share|3} in {~.runs|integer} runs.',
);

const verdict = (claim: Claim): Verdict =>
  refusals(claim, DOCUMENT, ['evidence.']).length === 0 ? 'pass' : 'fail';

function guardMutant(id: string, fault: string, claim: Claim): Mutant {
  return {
    id,
    check: 'number-guard',
    fault,
    run: () => Promise.resolve({ mutant: verdict(claim), twin: verdict(CLEAN) }),
  };
}

/** Sentences that the number guard must refuse. */
export const GUARD_MUTANTS: readonly Mutant[] = [
  guardMutant('figure-changed', 'a figure was changed after it was measured', {
    ...CLEAN,
    text: CLEAN.text.replace('0.645', '0.654'),
  }),
  guardMutant('figure-spelled-out', 'a figure was added in words and bound to nothing', {
    ...CLEAN,
    text: `${CLEAN.text} That is twice the chance level.`,
  }),
  guardMutant(
    'figure-by-accident',
    'a figure has the right digits and comes from somewhere else',
    compose(DOCUMENT, 'elsewhere', 'The empty submission scores {~.share|3}.'),
  ),
];

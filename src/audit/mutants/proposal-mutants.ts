import { MeasurandError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import { editClasses } from '../propose/edit-class.ts';
import { ungrounded } from '../propose/evidence.ts';
import { type HarnessRow, rightIn } from '../propose/measure.ts';
import {
  confirmProposal,
  type Proposal,
  type ProposalBody,
  readProposal,
  seal,
} from '../propose/proposal.ts';
import { referenceHarnesses } from '../propose/references.ts';
import type { Verdict } from '../types.ts';
import type { Mutant } from './mutant.ts';

const SOURCES = [
  {
    file: 'harness.mjs',
    text: "// the model decides on every retry\nconst hint = 'the model decides';\nif (attempt < MAX) continue;\n",
  },
];
const TRUE_QUOTE = { file: 'harness.mjs', line: 3, quote: 'if (attempt < MAX) continue;' };

const grounded = (quote: typeof TRUE_QUOTE): Verdict => (ungrounded(quote, SOURCES) ? 'fail' : 'pass');

const check = (
  id: string,
  name: string,
  fault: string,
  mutant: () => Verdict,
  twin: () => Verdict,
): Mutant => ({
  id,
  check: name,
  fault,
  run: () => Promise.resolve({ mutant: mutant(), twin: twin() }),
});

const quoteMutant = (id: string, fault: string, quote: typeof TRUE_QUOTE): Mutant =>
  check(
    id,
    'proposal-grounded',
    fault,
    () => grounded(quote),
    () => grounded(TRUE_QUOTE),
  );

const ZERO = '0'.repeat(64);

function proposal(verdict: Verdict): Proposal {
  const body: ProposalBody = {
    content: {
      kind: 'ownership',
      decisions: [{ decision: 'retry', owner: 'scaffold', evidence: [TRUE_QUOTE], why: 'the loop' }],
    },
    model: { id: 'local:some.gguf', answeredBy: 'language model' },
    question: ZERO,
    answer: ZERO,
    sources: [],
    checks: [{ id: 'grounded', verdict, says: 'tried' }],
  };
  return seal(body, { answers: 'recording', recording: 'some.jsonl' });
}

/** Pass when it is let through, fail when it is refused with a code. */
function accepted(attempt: () => unknown): Verdict {
  try {
    attempt();
    return 'pass';
  } catch (error) {
    if (error instanceof MeasurandError) return 'fail';
    throw error;
  }
}

const asJson = (value: unknown): JsonValue => JSON.parse(JSON.stringify(value)) as JsonValue;
const read = (value: unknown): Verdict => accepted(() => readProposal(asJson(value), 'proposal.json'));

const confirmed = (): Proposal => confirmProposal(proposal('pass'), 'Ada Lovelace');

function changedOwner(): unknown {
  return JSON.parse(JSON.stringify(confirmed()).replace('"owner":"scaffold"', '"owner":"model"'));
}

/** All decisions of the references right in one run, or all but one. */
function score(change: Readonly<Record<string, 'shared'>>): Verdict {
  const rows = referenceHarnesses().map(
    ({ id, truth }): HarnessRow => ({
      harness: id,
      truth: { ...truth },
      answers: [{ ...truth, ...(id === 'half' ? change : {}) }],
      refused: [],
    }),
  );
  return rightIn(rows, 0) === 15 ? 'pass' : 'fail';
}

const RECORDS = { records: [{ id: 1 }, { id: 2 }], report: { count: 2 } };
const classed = (edited: JsonValue): Verdict =>
  editClasses(RECORDS, edited).includes('items-repeated') ? 'pass' : 'fail';

/** Faults in proposals: what they rest on, what was done to them, how they are measured. */
export const PROPOSAL_MUTANTS: readonly Mutant[] = [
  quoteMutant('quote-invented', 'a quote stands nowhere in the source', {
    ...TRUE_QUOTE,
    quote: 'model.decides(retry);',
  }),
  quoteMutant('quote-elsewhere', 'a quote stands on another line than it says', { ...TRUE_QUOTE, line: 2 }),
  quoteMutant('quote-of-comment', 'a quote is a comment', {
    ...TRUE_QUOTE,
    line: 1,
    quote: '// the model decides on every retry',
  }),
  quoteMutant('quote-of-text', 'a quote is a text that the program holds', {
    ...TRUE_QUOTE,
    line: 2,
    quote: 'the model decides',
  }),
  check(
    'map-changed',
    'proposal-digest',
    'an owner was changed after a person confirmed the map',
    () => read(changedOwner()),
    () => read(confirmed()),
  ),
  check(
    'status-forged',
    'proposal-digest',
    'a proposal calls itself confirmed, and nobody confirmed it',
    () => read({ ...proposal('pass'), status: 'confirmed' }),
    () => read(confirmed()),
  ),
  check(
    'confirmed-though-failed',
    'proposal-confirmed',
    'somebody confirms a proposal that failed a check',
    () => accepted(() => confirmProposal(proposal('fail'), 'Ada Lovelace')),
    () => accepted(() => confirmProposal(proposal('pass'), 'Ada Lovelace')),
  ),
  check(
    'confirmed-by-model',
    'proposal-confirmed',
    'the model confirms its own proposal',
    () => accepted(() => confirmProposal(proposal('pass'), 'local:some.gguf')),
    () => accepted(() => confirmProposal(proposal('pass'), 'Ada Lovelace')),
  ),
  check(
    'one-owner-wrong',
    'proposal-measure',
    'a map shares a decision that is the model’s alone',
    () => score({ retry: 'shared' }),
    () => score({}),
  ),
  check(
    'class-by-count',
    'proposal-coverage',
    'a list grew by an invented item, which is no repetition',
    () => classed({ ...RECORDS, records: [...RECORDS.records, { id: 3 }] }),
    () => classed({ ...RECORDS, records: [...RECORDS.records, { id: 1 }] }),
  ),
];

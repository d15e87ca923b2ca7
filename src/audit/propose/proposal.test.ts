import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { mapAnswer } from '../../../test/samples/proposals.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { Check } from './check.ts';
import { answeredBy, confirmProposal, type Proposal, readProposal, seal } from './proposal.ts';

const DIGEST = 'a'.repeat(64);

function proposal(...verdicts: Check['verdict'][]): Proposal {
  return seal(
    {
      content: { kind: 'ownership', decisions: mapAnswer('half').decisions },
      model: { id: 'local:some.gguf', answeredBy: 'language model' },
      question: DIGEST,
      answer: DIGEST,
      sources: [{ file: 'harness.mjs', sha256: DIGEST, characters: 10 }],
      checks: verdicts.map((verdict) => ({ id: 'grounded', verdict, says: '' })),
    },
    { answers: 'asked', recording: null },
  );
}

const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const code = (attempt: () => unknown): string | undefined => {
  try {
    attempt();
    return undefined;
  } catch (error) {
    return error instanceof MeasurandError ? error.code : 'no code';
  }
};

verifies('propose.status.proposed', () => {
  const made = proposal('pass');
  expect(made).toMatchObject({ status: 'proposed', confirmation: null });
  const confirmed = confirmProposal(made, ' Ada Lovelace ');
  expect(confirmed).toMatchObject({
    status: 'confirmed',
    confirmation: { by: 'Ada Lovelace', digest: made.digest },
  });
  expect(readProposal(copy(confirmed), 'p.json')).toEqual(confirmed);
  expect(code(() => confirmProposal(confirmed, 'Grace Hopper'))).toBe('proposal-confirmed');
  expect(proposal('pass', 'fail').status).toBe('rejected');
  expect(code(() => confirmProposal(proposal('fail'), 'Ada'))).toBe('proposal-unproven');
  expect(code(() => confirmProposal(proposal('not-probed'), 'Ada'))).toBe('proposal-unproven');
  for (const name of [
    '',
    ' ',
    'x',
    'Ada\nLovelace',
    '\u001b[1mAda',
    'local:some.gguf',
    '42',
    'A'.repeat(200),
  ])
    expect(
      code(() => confirmProposal(made, name)),
      JSON.stringify(name),
    ).toBe('invalid-name');
  const altered = [
    { ...confirmed, status: 'proposed' },
    { ...made, status: 'confirmed' },
    { ...proposal('fail'), status: 'proposed' },
    { ...confirmed, digest: DIGEST },
    { ...confirmed, confirmation: { by: 'Ada', digest: DIGEST } },
    { ...confirmProposal(made, 'Ada'), body: { ...made.body, checks: [] } },
    {
      ...proposal('fail'),
      status: 'confirmed',
      confirmation: { by: 'Ada', digest: proposal('fail').digest },
    },
  ];
  for (const each of altered) expect(code(() => readProposal(copy(each), 'p.json'))).toBe('proposal-altered');
});

test('a script, a program and a language model are told apart by who they are', () => {
  expect(answeredBy('compatible:scripted/author-written')).toBe('script');
  expect(answeredBy('perfect')).toBe('program');
  expect(answeredBy('local:some.gguf')).toBe('language model');
});

test.prop([fc.jsonValue()])('anything else is refused as no proposal', (value) => {
  expect(code(() => readProposal(value, 'p.json'))).toBe('invalid-proposal');
});

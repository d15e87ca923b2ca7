import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../../test/requirements.ts';
import { mapAnswer } from '../../../test/samples/proposals.ts';
import type { Model, ModelMove } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { ask, readAnswer } from './ask.ts';
import { discoverOwnership } from './ownership.ts';
import { referenceHarnesses } from './references.ts';

const SIGNAL = new AbortController().signal;
const DECISIONS = ['retry', 'dedup', 'totals', 'pagination', 'submission'];

const saying = (move: Partial<ModelMove>): Model => ({
  id: 'a model',
  kind: 'scripted',
  decide: () => Promise.resolve({ text: '', calls: [], stop: 'end', ...move }),
});

const discovered = (text: string) =>
  discoverOwnership({
    model: saying({ text }),
    sources: [referenceHarnesses()[0]?.source ?? { file: '', text: '' }],
    decisions: DECISIONS,
    outputTokens: 100,
    signal: SIGNAL,
  });

const full = mapAnswer('full');

verifies('propose.ownership.grounded', async () => {
  expect((await discovered(JSON.stringify(full))).grounded.verdict).toBe('pass');
  const [first, ...rest] = full.decisions;
  const quotes = [
    { file: 'harness.mjs', line: 1, quote: 'decide(everything)' },
    { file: 'other.mjs', line: 1, quote: 'const MAX_ATTEMPTS = 4;' },
    { file: 'harness.mjs', line: 2, quote: 'const MAX_ATTEMPTS = 4;' },
    { file: 'harness.mjs', line: 1, quote: ';' },
  ];
  for (const quote of quotes) {
    const answer = { decisions: [{ ...first, evidence: [quote] }, ...rest] };
    expect((await discovered(JSON.stringify(answer))).grounded.verdict).toBe('fail');
  }
});

const malformed = expect.objectContaining({ code: 'proposal-malformed', kind: 'failed' }) as unknown;

verifies('propose.answer.strict', async () => {
  const [first, ...rest] = full.decisions;
  const answers = [
    '',
    'The model decides.',
    JSON.stringify(full).slice(0, -1),
    `${JSON.stringify(full)} I hope this helps`,
    JSON.stringify({ decisions: rest }),
    JSON.stringify({ decisions: [first, first, ...rest] }),
    JSON.stringify({ decisions: [...full.decisions, { ...first, decision: 'other' }] }),
    JSON.stringify({ decisions: [{ ...first, owner: 'nobody' }, ...rest] }),
    JSON.stringify({ decisions: [{ ...first, evidence: [] }, ...rest] }),
    JSON.stringify({ ...full, score: 1 }),
    `"${'x'.repeat(300_000)}"`,
    '['.repeat(100_000),
  ];
  for (const answer of answers) await expect(discovered(answer)).rejects.toEqual(malformed);
  const question = { task: 'say', material: 'this' };
  const calls = [{ id: '1', name: 'tool', args: {} }];
  for (const move of [
    { text: '{}', calls },
    { text: '{}', stop: 'length' as const },
  ]) {
    const asked = ask(saying(move), question, z.strictObject({}), { outputTokens: 9, signal: SIGNAL });
    await expect(asked).rejects.toEqual(malformed);
  }
});

test('a fence around the whole answer changes nothing', async () => {
  const { grounded } = await discovered(`\`\`\`json\n${JSON.stringify(full, null, 2)}\n\`\`\``);
  expect(grounded.verdict).toBe('pass');
});

test.prop([fc.oneof(fc.string(), fc.json())])('any text is an answer or a coded error', (text) => {
  try {
    readAnswer(text, z.strictObject({ a: z.number() }));
  } catch (error) {
    expect(error).toBeInstanceOf(MeasurandError);
  }
});

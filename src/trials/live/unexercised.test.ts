import { expect, test } from 'vitest';
import { evidenceOf, exchange } from '../../../test/trial-evidence.ts';
import type { RunEvidence } from '../criteria/evidence.ts';
import { decideLine } from '../criteria/line.ts';
import { t75 } from '../suite/t75-invoice-lookup/trial.ts';
import { notExercised } from './unexercised.ts';

const VALUES = t75.valuesFor(1);

function looked(evidence: RunEvidence) {
  const judged = t75.lines.flatMap((line) => decideLine(line, evidence, VALUES) ?? []);
  const zeros = judged.filter(({ verdict }) => verdict.state === 0).map(({ verdict }) => verdict.criterion);
  return { zeros, ...notExercised(t75.lines, judged, evidence, VALUES) };
}

test('a model that never calls the tool leaves zeros that show no fault of the harness', () => {
  const idle = evidenceOf({
    shown: [exchange(0, [], [])],
    committed: [],
    persisted: [],
    moves: { lookup: [], write: [] },
  });
  const { zeros, bypassed, unexercised } = looked(idle);
  expect(zeros).toEqual(expect.arrayContaining(['T75.H1', 'T75.H2', 'T75.H3', 'T75.H4', 'T75.H5']));
  expect(bypassed).toEqual(['T75.H1', 'T75.H2', 'T75.H3', 'T75.H4', 'T75.H5']);
  expect(unexercised).toEqual(['T75.H1', 'T75.H2', 'T75.H5']);
});

test('a zero of a mechanism that the model did use is the harness\u2019s own', () => {
  const lost = evidenceOf({
    shown: [
      exchange(0, [], [{ id: 'call_a', name: 'lookup', args: {} }]),
      exchange(1, [{ callId: 'call_a', text: `Due code: ${VALUES['due']}.` }], []),
    ],
    moves: { lookup: ['call_a'], write: [] },
  });
  const { zeros, bypassed, unexercised } = looked(lost);
  expect(zeros).toContain('T75.H2');
  expect([bypassed.includes('T75.H2'), unexercised]).toEqual([false, []]);
});

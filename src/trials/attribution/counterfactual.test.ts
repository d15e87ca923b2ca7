import { expect, test } from 'vitest';
import type { Verdict } from '../criteria/verdict.ts';
import type { Chain } from './chain.ts';
import { type ComparedRun, judgeIntervention, type RepairedRun } from './counterfactual.ts';

const LOOKUP = { move: 'find', name: 'lookup' };
const WRITE = { move: 'write', name: 'write' };

const CHAIN: Chain = { id: 'C1', harness: 'H1', distortion: 'a part is dropped', agent: 'A1' };

function run(states: Readonly<Record<string, 0 | 1>>, parts: Partial<RepairedRun> = {}): RepairedRun {
  const verdicts = Object.entries(states).map(
    ([criterion, state]): Verdict => ({ criterion, state, reason: 'planted', packet: '', by: 'rule' }),
  );
  return { admitted: true, verdicts, calls: [LOOKUP, WRITE], repaired: 1, ...parts };
}

const BROKEN: ComparedRun = run({ H1: 0, H2: 1, A1: 0, A2: 1 });
const MENDED = { H1: 1, H2: 1, A1: 1, A2: 1 } as const;

const outcome = (after: RepairedRun, before = BROKEN, chain = CHAIN): string =>
  judgeIntervention(chain, before, after).outcome;

test('a link is validated when its agent end flips and nothing else changes', () => {
  expect(judgeIntervention(CHAIN, BROKEN, run(MENDED))).toMatchObject({
    outcome: 'validated',
    changed: ['H1', 'A1'],
  });
});

test('a link is refuted when the distortion is repaired and the agent end stays at zero', () => {
  expect(outcome(run({ ...MENDED, A1: 0 }))).toBe('refuted');
});

test('whatever else differs, or was never broken, or was not repaired, leaves a link undecided', () => {
  expect(outcome(run({ ...MENDED, H2: 0 }))).toBe('inconclusive');
  expect(outcome(run(MENDED, { calls: [LOOKUP, LOOKUP, WRITE] }))).toBe('inconclusive');
  expect(outcome(run(MENDED, { repaired: 0 }))).toBe('inconclusive');
  expect(outcome(run(MENDED, { admitted: false }))).toBe('inconclusive');
  expect(outcome(run({ ...MENDED, H1: 0, A1: 0 }))).toBe('inconclusive');
  expect(outcome(run(MENDED), run({ ...MENDED, A1: 0 }))).toBe('inconclusive');
  expect(outcome(run(MENDED), run({ ...MENDED, H1: 0 }))).toBe('inconclusive');
  expect(outcome(run(MENDED), BROKEN, { ...CHAIN, agent: null })).toBe('inconclusive');
});

const FOLLOWED: Chain = { ...CHAIN, followers: { criteria: ['H2'], moves: ['retry'] } };
const HUNG = run({ H1: 0, H2: 0, H3: 1, A1: 0 });
const RETRY = { move: 'retry', name: 'lookup' };

test('what a chain declares to follow from its ends may change with them, and the reason names it', () => {
  const after = run({ H1: 1, H2: 1, H3: 1, A1: 1 }, { calls: [LOOKUP, RETRY, WRITE] });
  expect(judgeIntervention(FOLLOWED, HUNG, after)).toMatchObject({
    outcome: 'validated',
    reason: 'with the distortion repaired, A1 holds, and with it H2, as declared; nothing else changed',
    changed: ['H1', 'H2', 'A1'],
  });
  expect(outcome(after, HUNG)).toBe('inconclusive');
});

test('a follower that falls, a line that is no follower, and a move that is none leave a link undecided', () => {
  const held = { H1: 1, H2: 1, H3: 1, A1: 1 } as const;
  expect(outcome(run({ ...held, H2: 0 }), run({ H1: 0, H2: 1, H3: 1, A1: 0 }), FOLLOWED)).toBe(
    'inconclusive',
  );
  expect(outcome(run({ ...held, H3: 0 }), HUNG, FOLLOWED)).toBe('inconclusive');
  expect(outcome(run(held, { calls: [LOOKUP, LOOKUP, WRITE] }), HUNG, FOLLOWED)).toBe('inconclusive');
});

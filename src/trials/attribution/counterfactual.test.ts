import { expect, test } from 'vitest';
import type { Verdict } from '../criteria/verdict.ts';
import type { Chain } from './chain.ts';
import { type ComparedRun, judgeIntervention, type RepairedRun } from './counterfactual.ts';

const CHAIN: Chain = { id: 'C1', harness: 'H1', distortion: 'a part is dropped', agent: 'A1' };

function run(states: Readonly<Record<string, 0 | 1>>, parts: Partial<RepairedRun> = {}): RepairedRun {
  const verdicts = Object.entries(states).map(
    ([criterion, state]): Verdict => ({ criterion, state, reason: 'planted', packet: '', by: 'rule' }),
  );
  return { admitted: true, verdicts, calls: ['lookup', 'write'], repaired: 1, ...parts };
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
  expect(outcome(run(MENDED, { calls: ['lookup', 'lookup', 'write'] }))).toBe('inconclusive');
  expect(outcome(run(MENDED, { repaired: 0 }))).toBe('inconclusive');
  expect(outcome(run(MENDED, { admitted: false }))).toBe('inconclusive');
  expect(outcome(run({ ...MENDED, H1: 0, A1: 0 }))).toBe('inconclusive');
  expect(outcome(run(MENDED), run({ ...MENDED, A1: 0 }))).toBe('inconclusive');
  expect(outcome(run(MENDED), run({ ...MENDED, H1: 0 }))).toBe('inconclusive');
  expect(outcome(run(MENDED), BROKEN, { ...CHAIN, agent: null })).toBe('inconclusive');
});

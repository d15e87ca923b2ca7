import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import type { Criterion } from './criterion.ts';
import { resolveSheets } from './resolve.ts';
import type { Verdict } from './verdict.ts';

const line = (id: string, sheet: Criterion['sheet']): Criterion => ({
  id,
  sheet,
  kind: sheet === 'agent' ? 'V1' : 'K1',
  requires: 'something',
  evidence: ['shown'],
});
const CRITERIA = [line('H1', 'harness'), line('H2', 'harness'), line('A1', 'agent'), line('A2', 'agent')];

const given = (...states: Verdict['state'][]): Verdict[] =>
  states.map((state, index) => ({
    criterion: CRITERIA[index]?.id ?? 'H9',
    state,
    reason: 'as planted',
    packet: '0'.repeat(64),
    by: 'rule',
  }));

test('each layer gives 50 points, and only a run without a zero on both sheets is clean', () => {
  expect(resolveSheets(CRITERIA, given(1, 1, 1, 1))).toMatchObject({ points: 100, clean: true });
  expect(resolveSheets(CRITERIA, given(1, 0, 1, 1))).toMatchObject({
    points: 75,
    clean: false,
    agentSuccess: true,
    harness: { zeros: ['H2'], points: 25 },
  });
});

test('state 2 holds only if every agent criterion does, and state 3 is zero', () => {
  expect(resolveSheets(CRITERIA, given(2, 1, 1, 1)).harness.zeros).toEqual([]);
  expect(resolveSheets(CRITERIA, given(2, 1, 1, 0)).harness.zeros).toEqual(['H1']);
  expect(resolveSheets(CRITERIA, given(3, 1, 1, 1)).harness.zeros).toEqual(['H1']);
});

test('an open criterion, a stranger, a second verdict and an agent state above 1 give no score', () => {
  expect(() => resolveSheets(CRITERIA, given(1, 1, 1))).toThrow('A2: has no verdict');
  expect(() => resolveSheets(CRITERIA, given(1, 1, 1, 1, 1))).toThrow('H9 stands on neither sheet');
  expect(() => resolveSheets(CRITERIA, [...given(1, 1, 1, 1), ...given(1)])).toThrow('H1 has two verdicts');
  expect(() => resolveSheets(CRITERIA, given(1, 1, 2, 1))).toThrow('A1: is 2');
  expect(() => resolveSheets(CRITERIA.slice(0, 2), given(1, 1))).toThrow('the agent sheet has no criterion');
});

const states = fc.tuple(
  fc.constantFrom<Verdict['state']>(0, 1, 2, 3),
  fc.constantFrom<Verdict['state']>(0, 1, 2, 3),
  fc.constantFrom<Verdict['state']>(0, 1),
  fc.constantFrom<Verdict['state']>(0, 1),
);

test.prop([states, fc.integer({ min: 0, max: 3 })])(
  'raising one state from 0 to 1 never lowers either sheet, and the order of verdicts changes nothing',
  (chosen, raised) => {
    const before = resolveSheets(CRITERIA, given(...chosen));
    const after = resolveSheets(
      CRITERIA,
      given(...chosen.map((state, index) => (index === raised && state === 0 ? 1 : state))),
    );
    expect(after.harness.held).toBeGreaterThanOrEqual(before.harness.held);
    expect(after.agent.held).toBeGreaterThanOrEqual(before.agent.held);
    expect(resolveSheets(CRITERIA, given(...chosen).reverse())).toEqual(before);
  },
);

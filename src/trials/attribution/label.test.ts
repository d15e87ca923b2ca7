import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { type AttributionInput, attribute } from './label.ts';

const CHAIN = { id: 'T75.C1', harness: 'T75.H1', distortion: 'one part is dropped', agent: 'T75.A1' };

const run = (parts: Partial<AttributionInput>): AttributionInput => ({
  admitted: true,
  finalised: true,
  agentZeros: [],
  harnessZeros: [],
  bypassed: [],
  chains: [{ chain: CHAIN, conditionsHold: true }],
  ...parts,
});
const BOTH = { agentZeros: ['T75.A1'], harnessZeros: ['T75.H1'] };

test('each of the seven rules is reached, and the first that applies decides', () => {
  const rules = [
    run({ ...BOTH, admitted: false }),
    run({}),
    run({ harnessZeros: ['T75.H1'], bypassed: ['T75.H1'] }),
    run({ harnessZeros: ['T75.H1', 'T75.H2'], bypassed: ['T75.H1'] }),
    run(BOTH),
    run({ ...BOTH, agentZeros: ['T75.A1', 'T75.A2'] }),
    run({ agentZeros: ['T75.A1'] }),
  ].map(attribute);
  expect(rules.map(({ rule }) => rule)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(rules.map(({ label }) => label)).toEqual([
    'inconclusive',
    'none',
    'none',
    'absorbed',
    'harness_caused',
    'mixed',
    'agent_caused',
  ]);
  expect(attribute(run({ ...BOTH, finalised: false })).rule).toBe(1);
});

test('a link is a candidate only with both ends at zero, its head not bypassed and its conditions met', () => {
  expect(attribute(run(BOTH)).activated).toEqual(['T75.C1']);
  expect(attribute(run({ ...BOTH, bypassed: ['T75.H1'] }))).toMatchObject({ rule: 7, activated: [] });
  expect(attribute(run({ ...BOTH, chains: [{ chain: CHAIN, conditionsHold: false }] }))).toMatchObject({
    rule: 7,
    activated: [],
  });
  const harnessAlone = { ...CHAIN, agent: null };
  expect(attribute(run({ ...BOTH, chains: [{ chain: harnessAlone, conditionsHold: true }] })).rule).toBe(7);
});

const ids = (prefix: string) =>
  fc.uniqueArray(
    fc.constantFrom(1, 2, 3).map((n) => `${prefix}${n}`),
    { maxLength: 3 },
  );

test.prop([
  fc.record({
    admitted: fc.boolean(),
    finalised: fc.boolean(),
    agentZeros: ids('A'),
    harnessZeros: ids('H'),
    bypassed: ids('H'),
    chains: fc.array(
      fc.record({
        chain: fc.record({
          id: fc.string(),
          harness: fc.constantFrom('H1', 'H2', 'H3'),
          distortion: fc.constant('d'),
          agent: fc.constantFrom('A1', 'A2', 'A3', null),
        }),
        conditionsHold: fc.boolean(),
      }),
      { maxLength: 5 },
    ),
  }),
])(
  'a failed Agent sheet is called none or absorbed for no run, and a clean one caused by nobody',
  (input) => {
    const { label, unreached } = attribute(input);
    expect(input.agentZeros).toEqual(expect.arrayContaining([...unreached]));
    if (label === 'inconclusive') return;
    const failed = ['harness_caused', 'mixed', 'agent_caused'].includes(label);
    expect(failed).toBe(input.agentZeros.length > 0);
  },
);

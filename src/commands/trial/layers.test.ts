import { expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { layerSections } from '../../report/trials/layers-sections.ts';
import type { AgentLayer, ScoredRun } from '../../trials/criteria/aggregate.ts';
import { trialLayers } from './layers.ts';

/** A run with so many Harness lines, some of them zero, and three Agent lines. */
function run(
  [trial, dimension, harness]: readonly [string, string, string],
  [total, ...zeros]: readonly [number, ...number[]],
  more: {
    readonly agentZeros?: readonly string[];
    readonly layer?: AgentLayer;
    readonly model?: string;
  } = {},
): ScoredRun {
  const { agentZeros = [], layer = 'pinned', model = 'trial-script' } = more;
  const held = total - zeros.length;
  const points = (50 * held) / total + (50 * (3 - agentZeros.length)) / 3;
  return {
    ...{ trial, dimension, harness, model, repeat: 1, agentLayer: layer },
    score: {
      harness: {
        ...{ total, held, points: (50 * held) / total },
        zeros: zeros.map((line) => `${trial}.H${line}`),
      },
      agent: { total: 3, held: 3 - agentZeros.length, zeros: agentZeros, points: 0 },
      agentSuccess: agentZeros.length === 0,
      clean: agentZeros.length === 0 && zeros.length === 0,
      points,
    },
  };
}

const SCRIPTED = [
  run(['T15', 'Execution', 'one'], [2, 1], { agentZeros: ['T15.A1'] }),
  run(['T15', 'Execution', 'two'], [2, 1]),
  run(['T75', 'Tools', 'one'], [8]),
  run(['T75', 'Tools', 'two'], [8, 1, 2], { agentZeros: ['T75.A1'] }),
  run(['T30', 'Governance', 'one'], [4], { layer: 'none' }),
];

verifies('trial.layers.scores', () => {
  const { rows, maps, shared } = trialLayers(SCRIPTED);
  const one = rows.find(({ by, name }) => by === 'harness' && name === 'one');
  // Micro weighs criteria alike, macro runs; a run without an Agent layer counts for the harness all the same.
  expect(one?.harness.micro).toMatchObject({ k: 13, n: 14 });
  expect(one?.harness.macro?.mean).toBeCloseTo((0.5 + 1 + 1) / 3, 12);
  expect(one).toMatchObject({
    ...{ runs: 3, agentRuns: 2, agentSuccess: { k: 1, n: 2 }, combined: { k: 1, n: 2 } },
    failures: { neither: 1, harnessOnly: 0, agentOnly: 0, both: 1 },
  });
  expect(one?.points).toBeCloseTo((25 + 100 / 3 + 100) / 2, 12);
  expect(rows.filter(({ by }) => by === 'dimension').map(({ name }) => name)).toEqual([
    'Execution',
    'Governance',
    'Tools',
  ]);
  expect(maps[0]).toMatchObject({
    rows: ['one', 'two'],
    cells: [
      [0.5, 1, 1],
      [0.5, null, 0.75],
    ],
  });
  // Only lines of trials that both were scored on are set against each other.
  expect(shared).toEqual([
    { mode: 'scripted', harnesses: ['two'], lines: ['T75.H1', 'T75.H2'] },
    { mode: 'scripted', harnesses: ['one', 'two'], lines: ['T15.H1'] },
  ]);
});

test('scripted and live runs are in no row together, and models interact once there are two', () => {
  const live = ['large', 'small'].map((model) =>
    run(['T75', 'Tools', 'one'], [8], {
      layer: 'live',
      model,
      agentZeros: model === 'small' ? ['T75.A1'] : [],
    }),
  );
  const layers = trialLayers([...SCRIPTED, ...live]);
  for (const row of layers.rows) expect(row.runs).toBeLessThanOrEqual(row.mode === 'live' ? 2 : 5);
  expect(layers.maps.filter(({ id }) => id.startsWith('agent-model'))).toEqual([
    {
      ...{ id: 'agent-model-live', title: 'Agent success, by harness and model, live', mode: 'live' },
      ...{ rows: ['one'], columns: ['large', 'small'], cells: [[1, 0]] },
    },
  ]);
  const titles = layerSections(layers).flatMap(({ tables }) => tables.map(({ title }) => title));
  expect(titles).toContain('Pinned Agent layer, by harness');
  expect(titles).toContain('Agent layer, by model');
});

import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { etaSquaredBinary } from './eta-squared.ts';
import { type GridRun, varianceComponents } from './variance-components.ts';
import { varianceShares } from './variance-shares.ts';

const grid = (score: (model: number, scaffold: number, task: number, seed: number) => number): GridRun[] =>
  [0, 1, 2].flatMap((model) =>
    [0, 1].flatMap((scaffold) =>
      [0, 1].flatMap((task) =>
        [0, 1, 2].map((seed) => ({
          model: `m${model}`,
          scaffold: `s${scaffold}`,
          task: `t${task}`,
          seed,
          score: score(model, scaffold, task, seed),
        })),
      ),
    ),
  );

const shareOf = (runs: readonly GridRun[], term: string) =>
  varianceShares(varianceComponents(runs)).find((share) => share.term === term);

test('varianceShares gives the whole to the only factor that acts', () => {
  const runs = grid((model) => model / 2);
  expect(shareOf(runs, 'model')).toEqual({ term: 'model', etaSquared: 1, omegaSquared: 1 });
  expect(shareOf(runs, 'task')?.etaSquared).toBe(0);
  expect(shareOf(runs, 'residual')).toEqual({ term: 'residual', etaSquared: 0, omegaSquared: null });
});

test('varianceShares knows no share where nothing varies', () => {
  for (const { etaSquared, omegaSquared } of varianceShares(varianceComponents(grid(() => 0.5)))) {
    expect([etaSquared, omegaSquared]).toEqual([null, null]);
  }
});

test.prop([fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 36, maxLength: 36 })])(
  'varianceShares of 0/1 scores agree with the eta squared that cell counts alone give, and add up to 1',
  (scores) => {
    let next = 0;
    const runs = grid(() => scores[next++] as number);
    const counts = ['m0', 'm1', 'm2'].map((model) =>
      ['s0', 's1'].map(
        (scaffold) =>
          runs.filter((run) => run.model === model && run.scaffold === scaffold && run.score === 1).length,
      ),
    );
    const direct = etaSquaredBinary(counts, 6);
    const shares = varianceShares(varianceComponents(runs));
    if (direct.rows === null) return expect(shares.every(({ etaSquared }) => etaSquared === null)).toBe(true);
    expect(shareOf(runs, 'model')?.etaSquared).toBeCloseTo(direct.rows, 12);
    expect(shareOf(runs, 'scaffold')?.etaSquared).toBeCloseTo(direct.columns ?? Number.NaN, 12);
    expect(shareOf(runs, 'model × scaffold')?.etaSquared).toBeCloseTo(direct.interaction ?? Number.NaN, 12);
    expect(shares.reduce((sum, { etaSquared }) => sum + (etaSquared ?? 0), 0)).toBeCloseTo(1, 12);
  },
);

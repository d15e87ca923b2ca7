import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import { Random } from '../core/random.ts';
import { etaSquaredBinary } from './eta-squared.ts';
import { type GridRun, type VarianceTerm, varianceComponents } from './variance-components.ts';

const layout = fc
  .tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 2, max: 4 }), fc.integer({ min: 2, max: 9 }))
  .chain(([rows, columns, perCell]) =>
    fc.tuple(
      fc.array(fc.array(fc.integer({ min: 0, max: perCell }), { minLength: columns, maxLength: columns }), {
        minLength: rows,
        maxLength: rows,
      }),
      fc.constant(perCell),
    ),
  );

property.prop([layout])(
  'Eta squared shares add to one, and swap with rows and columns',
  ([cells, perCell]) => {
    const eta = etaSquaredBinary(cells, perCell);
    const turned = etaSquaredBinary(
      (cells[0] as number[]).map((_, j) => cells.map((row) => row[j] as number)),
      perCell,
    );
    if (eta.rows === null) {
      expect(new Set(cells.flat()).size).toBe(1);
      return;
    }
    expect(eta.rows + (eta.columns ?? 0) + (eta.interaction ?? 0) + (eta.residual ?? 0)).toBeCloseTo(1, 12);
    expect(turned.columns).toBeCloseTo(eta.rows, 14);
    expect(turned.rows).toBeCloseTo(eta.columns as number, 14);
    expect(eta.omegaSquared.rows as number).toBeLessThanOrEqual(eta.rows);
  },
);

test('On the tau slice the ordering survives the bias correction and the magnitude does not', () => {
  const eta = etaSquaredBinary(
    [
      [11, 10, 10],
      [11, 8, 9],
      [10, 9, 10],
      [8, 7, 6],
    ],
    15,
  );
  expect(eta.rows).toBeCloseTo(0.0293, 4);
  expect(eta.omegaSquared.rows).toBeCloseTo(0.012, 3);
  expect(eta.omegaSquared.columns as number).toBeLessThan(0);
});

test('Where nothing varies, or a cell holds one run, the shares are null', () => {
  expect(
    etaSquaredBinary(
      [
        [0, 0],
        [0, 0],
      ],
      3,
    ),
  ).toMatchObject({ rows: null, residual: null });
  expect(
    etaSquaredBinary(
      [
        [0, 1],
        [0, 1],
      ],
      1,
    ).omegaSquared.rows,
  ).toBeNull();
  expect(
    etaSquaredBinary(
      [
        [0, 1],
        [0, 1],
      ],
      1,
    ).columns,
  ).toBe(1);
});

test('A ragged or impossible layout is refused', () => {
  expect(() => etaSquaredBinary([], 2)).toThrow(/no cell/);
  expect(() => etaSquaredBinary([[1, 1], [1]], 2)).toThrow(/first row has 2/);
  expect(() => etaSquaredBinary([[3]], 2)).toThrow(/from 0 to 2, not 3/);
  expect(() => etaSquaredBinary([[1.5]], 2)).toThrow(/whole number/);
});

interface Effects {
  readonly model: number;
  readonly scaffold: number;
  readonly task: number;
  readonly seed: number;
  readonly noise: number;
}

/** A grid drawn from a random-effects model with these standard deviations. */
function drawGrid(size: number, effects: Effects, seed: number): GridRun[] {
  const random = new Random(seed);
  const gauss = () => Math.sqrt(-2 * Math.log(1 - random.random())) * Math.cos(2 * Math.PI * random.random());
  const levels = (n: number, sd: number) => Array.from({ length: n }, () => sd * gauss());
  const [models, scaffolds, tasks] = [
    levels(size, effects.model),
    levels(size, effects.scaffold),
    levels(size, effects.task),
  ];
  const seeds = tasks.map(() => levels(3, effects.seed));
  return models.flatMap((m, i) =>
    scaffolds.flatMap((s, j) =>
      tasks.flatMap((t, k) =>
        (seeds[k] as number[]).map((e, l) => ({
          model: `m${i}`,
          scaffold: `s${j}`,
          task: `t${k}`,
          seed: l,
          score: m + s + t + e + effects.noise * gauss(),
        })),
      ),
    ),
  );
}

verifies('stats.variance-components.recovers', () => {
  const truth: Record<string, number> = { model: 1, scaffold: 4, task: 9, seed: 0.25, residual: 0.01 };
  const sums: Record<string, number> = {};
  const grids = 40;
  for (let seed = 0; seed < grids; seed += 1) {
    const { components } = varianceComponents(
      drawGrid(8, { model: 1, scaffold: 2, task: 3, seed: 0.5, noise: 0.1 }, seed),
    );
    for (const { term, variance } of components) sums[term] = (sums[term] ?? 0) + (variance ?? 0) / grids;
  }
  for (const [term, variance] of Object.entries(truth)) {
    expect((sums[term] as number) / variance).toBeGreaterThan(0.7);
    expect((sums[term] as number) / variance).toBeLessThan(1.4);
  }
  for (const term of ['model × scaffold', 'model × task', 'scaffold × task'] satisfies VarianceTerm[])
    expect(Math.abs(sums[term] as number)).toBeLessThan(0.01);
});

test('Pure noise leaves everything to the residual, and shares add to one', () => {
  const { components, n, levels } = varianceComponents(
    drawGrid(5, { model: 0, scaffold: 0, task: 0, seed: 0, noise: 1 }, 4),
  );
  expect(n).toBe(375);
  expect(levels).toEqual({ model: 5, scaffold: 5, task: 5, seed: 3 });
  const shares = Object.fromEntries(components.map(({ term, share }) => [term, share ?? 0]));
  expect(shares['residual']).toBeGreaterThan(0.85);
  expect(Object.values(shares).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
});

test('A factor with one level is not identified, and degrees of freedom add up', () => {
  const runs = drawGrid(4, { model: 1, scaffold: 1, task: 1, seed: 1, noise: 1 }, 9).filter(
    ({ scaffold }) => scaffold === 's0',
  );
  const { components } = varianceComponents(runs);
  const of = (term: VarianceTerm) => components.find((component) => component.term === term);
  expect(of('scaffold')).toMatchObject({ df: 0, variance: null, share: null, meanSquare: null });
  expect(of('model × scaffold × task')?.variance).toBeNull();
  expect(of('model')?.variance).not.toBeNull();
  expect(components.reduce((sum, { df }) => sum + df, 0)).toBe(runs.length - 1);
});

test('A grid with holes, doubles or NaN is refused', () => {
  const runs = drawGrid(3, { model: 1, scaffold: 1, task: 1, seed: 1, noise: 1 }, 1);
  const [first, ...rest] = runs as [GridRun, ...GridRun[]];
  expect(() => varianceComponents([])).toThrow(/no run/);
  expect(() => varianceComponents(rest)).toThrow(/holes/);
  expect(() => varianceComponents([...runs, first])).toThrow(/repeat a cell/);
  expect(() => varianceComponents([{ ...first, score: Number.NaN }, ...rest])).toThrow(/finite/);
});

import { MeasurandError } from '../core/errors.ts';
import { exactSum } from './exact-sum.ts';
import { mean } from './mean.ts';
import { requireFinite } from './sample.ts';

/** One scored run of a full grid. */
export interface GridRun {
  readonly model: string;
  readonly scaffold: string;
  readonly task: string;
  readonly seed: string | number;
  readonly score: number;
}

const FACTORS = ['model', 'scaffold', 'task', 'seed'] as const;
type Factor = (typeof FACTORS)[number];

/** Seeds are nested in tasks and shared by models and scaffolds: the same (task, seed) is the same environment. */
const TERMS = {
  model: ['model'],
  scaffold: ['scaffold'],
  task: ['task'],
  'model × scaffold': ['model', 'scaffold'],
  'model × task': ['model', 'task'],
  'scaffold × task': ['scaffold', 'task'],
  'model × scaffold × task': ['model', 'scaffold', 'task'],
  seed: ['task', 'seed'],
  residual: ['model', 'scaffold', 'task', 'seed'],
} as const satisfies Record<string, readonly Factor[]>;
export type VarianceTerm = keyof typeof TERMS;
const NAMES = Object.keys(TERMS) as VarianceTerm[];

export interface VarianceComponent {
  readonly term: VarianceTerm;
  readonly df: number;
  readonly meanSquare: number | null;
  /** Estimated variance in squared score units, as solved for: may be below 0. Null when the grid cannot identify it. */
  readonly variance: number | null;
  /** The estimate clipped at 0, over the sum of all clipped estimates. */
  readonly share: number | null;
}

export interface VarianceDecomposition {
  readonly n: number;
  readonly levels: Readonly<Record<Factor, number>>;
  readonly components: readonly VarianceComponent[];
  readonly method: 'expected mean squares of a balanced random-effects grid';
}

interface Grid {
  readonly runs: readonly GridRun[];
  readonly levels: Readonly<Record<Factor, number>>;
}

const keyOf = (run: GridRun, factors: readonly Factor[]): string =>
  JSON.stringify(factors.map((factor) => run[factor]));

/** Refuses a grid with holes or doubles: the estimates below hold for balanced grids only. */
function readGrid(runs: readonly GridRun[]): Grid {
  if (runs.length === 0) throw new MeasurandError('empty', 'there is no run', { field: 'runs' });
  for (const [index, run] of runs.entries()) requireFinite(run.score, `runs[${index}].score`);
  const distinct = (factors: readonly Factor[]): number =>
    new Set(runs.map((run) => keyOf(run, factors))).size;
  const [model, scaffold, task] = [distinct(['model']), distinct(['scaffold']), distinct(['task'])];
  const seed = distinct(['task', 'seed']) / task;
  const cells = distinct(FACTORS);
  if (cells !== runs.length) {
    throw new MeasurandError('duplicate-cell', `${runs.length - cells} run(s) repeat a cell of the grid`, {
      next: 'Give one run for each model, scaffold, task and seed',
    });
  }
  const perTask = new Set([...countBy(runs, ['task']).values()]);
  if (model * scaffold * task * seed !== runs.length || perTask.size !== 1) {
    throw new MeasurandError('unbalanced-design', 'the grid of model, scaffold, task and seed has holes', {
      next: 'Compare only cells that every model and scaffold ran',
    });
  }
  return { runs, levels: { model, scaffold, task, seed } };
}

function countBy(runs: readonly GridRun[], factors: readonly Factor[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const run of runs) {
    const key = keyOf(run, factors);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

const within = (inner: readonly Factor[], outer: readonly Factor[]): boolean =>
  inner.every((factor) => outer.includes(factor));

const cellsOf = (factors: readonly Factor[], levels: Grid['levels']): number =>
  factors.reduce((product, factor) => product * levels[factor], 1);

/** Sum of squares of the cell means of a term around the grand mean, every run counted. */
function rawSquares(grid: Grid, factors: readonly Factor[], centre: number): number {
  const groups = new Map<string, number[]>();
  for (const run of grid.runs) {
    const key = keyOf(run, factors);
    const group = groups.get(key) ?? [];
    group.push(run.score - centre);
    groups.set(key, group);
  }
  return exactSum([...groups.values()].map((group) => group.length * mean(group) ** 2));
}

interface Term {
  readonly name: VarianceTerm;
  readonly factors: readonly Factor[];
  readonly squares: number;
  readonly df: number;
}

/** Sum of squares and degrees of freedom of each term, what its inner terms explain taken out. */
function analyse(grid: Grid): readonly Term[] {
  const centre = mean(grid.runs.map((run) => run.score));
  const terms: Term[] = [];
  for (const name of NAMES) {
    const factors: readonly Factor[] = TERMS[name];
    const inner = terms.filter((term) => within(term.factors, factors));
    const squares = rawSquares(grid, factors, centre) - exactSum(inner.map((term) => term.squares));
    const df = cellsOf(factors, grid.levels) - 1 - exactSum(inner.map((term) => term.df));
    terms.push({ name, factors, squares: Math.max(0, squares), df });
  }
  return terms;
}

/**
 * Method-of-moments variance components of a balanced grid for model, scaffold, task, seed and their interactions
 * (specification §5.13). Seeds are nested in tasks. A term without degrees of freedom, such as a scaffold that has
 * one level, is not identified and gives null.
 *
 * @throws MeasurandError `empty`, `non-finite`, `duplicate-cell`, `unbalanced-design`
 */
export function varianceComponents(runs: readonly GridRun[]): VarianceDecomposition {
  const grid = readGrid(runs);
  const terms = analyse(grid);
  const estimates = new Map<VarianceTerm, number>();
  for (const term of [...terms].reverse()) {
    if (term.df === 0) continue;
    const outer = terms.filter((other) => other !== term && within(term.factors, other.factors));
    const explained = exactSum(
      outer.map(
        ({ name, factors }) => ((estimates.get(name) ?? 0) * runs.length) / cellsOf(factors, grid.levels),
      ),
    );
    const perLevel = runs.length / cellsOf(term.factors, grid.levels);
    estimates.set(term.name, (term.squares / term.df - explained) / perLevel + 0);
  }
  const positive = exactSum([...estimates.values()].map((value) => Math.max(0, value)));
  const components = terms.map(({ name, squares, df }): VarianceComponent => {
    const variance = estimates.get(name) ?? null;
    return {
      term: name,
      df,
      meanSquare: df === 0 ? null : squares / df,
      variance,
      share: variance === null || positive === 0 ? null : Math.max(0, variance) / positive,
    };
  });
  return {
    n: runs.length,
    levels: grid.levels,
    components,
    method: 'expected mean squares of a balanced random-effects grid',
  };
}

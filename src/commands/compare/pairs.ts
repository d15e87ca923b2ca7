import { MeasurandError } from '../../core/errors.ts';
import { AXES, type Place } from '../stats/axes.ts';
import { keyer, type Runs, wordsAmong } from '../stats/runs.ts';
import type { ScoreTable } from '../stats/score-table.ts';

/** Two runs that share every word on the axes of pairing. */
export interface Pair {
  readonly a: number;
  readonly b: number;
}

export interface Pairing {
  readonly axes: readonly Place[];
  /** In the order of the runs of a. */
  readonly pairs: readonly Pair[];
  readonly onlyA: number;
  readonly onlyB: number;
}

/** Two sides whose runs may be paired. */
export interface Sides {
  readonly table: ScoreTable;
  readonly a: Runs;
  readonly b: Runs;
}

/** Task, seed, and whatever else varies within a side: with less, a run would have several partners. */
export function defaultAxes({ table, a, b }: Sides): readonly Place[] {
  const varies = AXES.filter((axis) => [a, b].some((side) => wordsAmong(table, axis, side).length > 1));
  return ['task', 'seed', ...varies];
}

/** A number for each run: equal words on the axes of pairing, equal number. */
function pairingKey({ table, a, b }: Sides, axes: readonly Place[]): (run: number) => number {
  const named = axes.filter((axis) => axis !== 'seed');
  const wordsOf = keyer(table, named);
  if (named.length === axes.length) return wordsOf;
  const seeds = new Map<number, number>();
  for (const side of [a, b]) {
    for (const run of side) {
      const seed = table.seeds[run] as number;
      if (!seeds.has(seed)) seeds.set(seed, seeds.size);
    }
  }
  const many = seeds.size;
  return (run) => wordsOf(run) * many + (seeds.get(table.seeds[run] as number) as number);
}

function ambiguous(
  table: ScoreTable,
  runs: Runs,
  axes: readonly Place[],
  run: number,
  side: string,
): MeasurandError {
  const missing = AXES.filter((axis) => !axes.includes(axis) && wordsAmong(table, axis, runs).length > 1);
  const words = axes.map((axis) => (axis === 'seed' ? table.seeds[run] : table.word(axis, run)));
  const next =
    missing.length === 0
      ? 'Pair by task and seed'
      : `Add ${missing.join(', ')} to the pairing, or select one in --${side}`;
  const what = `side ${side} has several runs with ${axes.join(', ')} ${JSON.stringify(words)}`;
  return new MeasurandError('ambiguous-pair', what, { field: 'pair', next });
}

/** The runs of a side by their keys. */
function byKey(
  { table, ...sides }: Sides,
  side: 'a' | 'b',
  axes: readonly Place[],
  keyOf: (run: number) => number,
): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const run of sides[side]) {
    const key = keyOf(run);
    if (found.has(key)) throw ambiguous(table, sides[side], axes, run, side);
    found.set(key, run);
  }
  return found;
}

/**
 * Pairs the runs of two sides.
 *
 * @throws MeasurandError `ambiguous-pair` when a run would have several partners, `no-pairs`, `too-many-groups`
 */
export function pairUp(sides: Sides, axes: readonly Place[] = defaultAxes(sides)): Pairing {
  const keyOf = pairingKey(sides, axes);
  const own = byKey(sides, 'a', axes, keyOf);
  const theirs = byKey(sides, 'b', axes, keyOf);
  const pairs: Pair[] = [];
  for (const [key, a] of own) {
    const b = theirs.get(key);
    if (b !== undefined) pairs.push({ a, b });
  }
  if (pairs.length === 0) {
    throw new MeasurandError('no-pairs', `no run of a shares ${axes.join(', ')} with a run of b`, {
      field: 'pair',
      next: 'Compare runs of the same tasks and seeds, or name what they share with --pair',
    });
  }
  return { axes, pairs, onlyA: own.size - pairs.length, onlyB: theirs.size - pairs.length };
}

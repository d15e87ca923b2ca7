import { MeasurandError } from '../../core/errors.ts';
import { AXES, type Place } from '../stats/axes.ts';
import { type Runs, wordsAmong } from '../stats/runs.ts';
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

function keyOf(table: ScoreTable, axes: readonly Place[], run: number): string {
  return JSON.stringify(axes.map((axis) => (axis === 'seed' ? table.seeds[run] : table.word(axis, run))));
}

function byKey({ table }: Sides, runs: Runs, axes: readonly Place[], side: 'a' | 'b'): Map<string, number> {
  const found = new Map<string, number>();
  for (const run of runs) {
    const key = keyOf(table, axes, run);
    if (found.has(key)) {
      const missing = AXES.filter((axis) => !axes.includes(axis) && wordsAmong(table, axis, runs).length > 1);
      throw new MeasurandError(
        'ambiguous-pair',
        `side ${side} has several runs with ${axes.join(', ')} ${key}`,
        {
          field: 'pair',
          next:
            missing.length === 0
              ? 'Pair by task and seed'
              : `Add ${missing.join(', ')} to the pairing, or select one in --${side}`,
        },
      );
    }
    found.set(key, run);
  }
  return found;
}

/**
 * Pairs the runs of two sides.
 *
 * @throws MeasurandError `ambiguous-pair` when a run would have several partners, `no-pairs`
 */
export function pairUp(sides: Sides, axes: readonly Place[] = defaultAxes(sides)): Pairing {
  const own = byKey(sides, sides.a, axes, 'a');
  const theirs = byKey(sides, sides.b, axes, 'b');
  const pairs = [...own].flatMap(([key, a]) => {
    const b = theirs.get(key);
    return b === undefined ? [] : [{ a, b }];
  });
  if (pairs.length === 0) {
    throw new MeasurandError('no-pairs', `no run of a shares ${axes.join(', ')} with a run of b`, {
      field: 'pair',
      next: 'Compare runs of the same tasks and seeds, or name what they share with --pair',
    });
  }
  return { axes, pairs, onlyA: own.size - pairs.length, onlyB: theirs.size - pairs.length };
}

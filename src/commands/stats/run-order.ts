import { counts } from './columns.ts';

/** For each run, a place in an order; runs may share one. */
export interface Places {
  /** One more than the largest place. */
  readonly count: number;
  readonly of: (run: number) => number;
}

/** Runs by their places, equal ones as they stood. It counts instead of comparing: places are few, and runs are many. */
function sortedBy(order: Uint32Array, { count, of }: Places): Uint32Array {
  if (count < 2) return order;
  const next = counts(count + 1);
  for (const run of order) next[of(run) + 1] = (next[of(run) + 1] as number) + 1;
  for (let place = 1; place < count; place += 1) {
    next[place] = (next[place] as number) + (next[place - 1] as number);
  }
  const sorted = counts(order.length);
  for (const run of order) {
    const place = of(run);
    const at = next[place] as number;
    sorted[at] = run;
    next[place] = at + 1;
  }
  return sorted;
}

/** Runs by several orders, the first of which decides first; runs that share every place stay as they came. */
export function inOrderOf(runs: number, orders: readonly Places[]): Uint32Array {
  const start = Uint32Array.from({ length: runs }, (_, run) => run);
  return orders.reduceRight(sortedBy, start);
}

/** The places of numbers in ascending order. */
export function placesOf(runs: number, numberOf: (run: number) => number): Places {
  const distinct = new Map<number, number>();
  for (let run = 0; run < runs; run += 1) distinct.set(numberOf(run), 0);
  const ascending = Float64Array.from(distinct.keys()).sort();
  for (const [place, value] of ascending.entries()) distinct.set(value, place);
  return { count: ascending.length, of: (run) => distinct.get(numberOf(run)) as number };
}

import { passK } from '../../stats/pass-k.ts';

/** Makes one value of the values that a task got in its repeats; null where they are too few for it. */
export type Reducer = (values: readonly number[]) => number | null;

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return mean(
    sorted.length % 2 === 1 ? sorted.slice(middle, middle + 1) : sorted.slice(middle - 1, middle + 1),
  );
}

/** The value that comes most often; of several, the one that came first. */
function mode(values: readonly number[]): number | null {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return [...counts].find(([, count]) => count === most)?.[0] ?? null;
}

const SIMPLE: Readonly<Record<string, Reducer>> = {
  mean,
  median,
  mode,
  max: (values) => (values.length === 0 ? null : Math.max(...values)),
};

const solved = (values: readonly number[]): number => values.filter((value) => value >= 1).length;

const COUNTED: Readonly<Record<string, (k: number) => Reducer>> = {
  at_least: (k) => (values) => (values.length === 0 ? null : Number(solved(values) >= k)),
  pass_at: (k) => (values) =>
    values.length < k || k < 1 ? null : passK(values.length, solved(values), k).passAtK,
  pass_k: (k) => (values) =>
    values.length < k || k < 1 ? null : passK(values.length, solved(values), k).passHatK,
};

/** Reducers of repeats by the names that Inspect gives them, such as `median` and `pass_at_2`; undefined for others. */
export function reducerNamed(name: string): Reducer | undefined {
  const [, counted = '', k = ''] = /^(\w+)_(\d+)$/.exec(name) ?? [];
  return SIMPLE[name] ?? COUNTED[counted]?.(Number(k));
}

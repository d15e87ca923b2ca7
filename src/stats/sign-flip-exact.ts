import { exactSum } from './exact-sum.ts';

/** Tail probabilities of the sum under all sign assignments, ties with the observed sum included. */
export interface SignFlipTails {
  readonly twoSided: number;
  /** P(sum of flipped >= observed sum). */
  readonly greater: number;
}

/** Sums within this share of the sum of magnitudes are one value that rounding has split. */
export const TIE_SLACK = 1e-12;

/** Two halves of 2^20 signed sums each is what enumeration may hold in memory. */
const MOST_ENUMERATED = 40;
const MOST_LATTICE_CELLS = 2 ** 22;
const MOST_LATTICE_STEPS = 2 ** 27;

/** All 2^m signed sums of a list, in ascending order. */
function signedSums(d: readonly number[]): Float64Array {
  const sums = new Float64Array(2 ** d.length);
  let filled = 1;
  for (const value of d) {
    for (let i = 0; i < filled; i += 1) {
      const sum = sums[i] as number;
      sums[filled + i] = sum - value;
      sums[i] = sum + value;
    }
    filled *= 2;
  }
  return sums.sort();
}

/** P(sum >= threshold), by meeting in the middle: for each sum of one half, how many of the other reach it. */
function enumerated(d: readonly number[]): (threshold: number) => number {
  const half = d.length >>> 1;
  const left = signedSums(d.slice(0, half));
  const right = signedSums(d.slice(half));
  return (threshold) => {
    let reached = 0;
    let at = right.length;
    for (const sum of left) {
      while (at > 0 && sum + (right[at - 1] as number) >= threshold) at -= 1;
      reached += right.length - at;
    }
    return reached / 2 ** d.length;
  };
}

/** P(sum >= threshold), by dynamic programming over the whole numbers that the sum can take. */
function onLattice(d: readonly number[], range: number): (threshold: number) => number {
  let chances = new Float64Array(2 * range + 1);
  chances[range] = 1;
  let reach = 0;
  for (const value of d) {
    const step = Math.abs(value);
    const next = new Float64Array(2 * range + 1);
    for (let at = range - reach; at <= range + reach; at += 1) {
      const half = (chances[at] as number) / 2;
      if (half === 0) continue;
      next[at - step] = (next[at - step] as number) + half;
      next[at + step] = (next[at + step] as number) + half;
    }
    chances = next;
    reach += step;
  }
  return (threshold) => {
    const from = Math.max(0, Math.ceil(threshold) + range);
    return exactSum(chances.subarray(Math.min(from, chances.length)));
  };
}

function distribution(d: readonly number[], magnitude: number): ((threshold: number) => number) | null {
  const lattice = d.every(Number.isSafeInteger) && magnitude * 2 + 1 <= MOST_LATTICE_CELLS;
  if (lattice && magnitude * d.length <= MOST_LATTICE_STEPS) return onLattice(d, magnitude);
  return d.length <= MOST_ENUMERATED ? enumerated(d) : null;
}

/**
 * The exact null distribution of the sign-flip test (Fisher 1935; Pitman 1937). Zeros drop out. Whole numbers go
 * through dynamic programming, others through enumeration in two halves; null when neither is feasible (more than 40
 * non-zero differences off a lattice).
 *
 * @param d finite differences, at least one
 */
export function exactSignFlip(d: readonly number[]): SignFlipTails | null {
  const moving = d.filter((value) => value !== 0);
  if (moving.length === 0) return { twoSided: 1, greater: 1 };
  const magnitude = exactSum(moving.map(Math.abs));
  const chance = distribution(moving, magnitude);
  if (chance === null) return null;
  const observed = exactSum(moving);
  const slack = TIE_SLACK * magnitude;
  const distance = Math.abs(observed) - slack;
  return {
    twoSided: distance <= 0 ? 1 : Math.min(1, 2 * chance(distance)),
    greater: Math.min(1, chance(observed - slack)),
  };
}

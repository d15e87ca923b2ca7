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
/** Scores are printed to six digits. */
const FINEST_UNIT = 1e6;

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

/** The differences as whole multiples of a power of ten, when they are short decimals: 0.359 is 359. */
function onDecimals(d: readonly number[]): readonly number[] | null {
  for (let unit = 1; unit <= FINEST_UNIT; unit *= 10) {
    const whole = d.map((value) => Math.round(value * unit));
    if (whole.every((multiple, i) => Number.isSafeInteger(multiple) && multiple / unit === d[i]))
      return whole;
  }
  return null;
}

interface Distribution {
  /** The differences in the unit of the thresholds. */
  readonly d: readonly number[];
  readonly atLeast: (threshold: number) => number;
}

function distribution(d: readonly number[]): Distribution | null {
  const whole = onDecimals(d);
  const range = whole ? exactSum(whole.map(Math.abs)) : Number.POSITIVE_INFINITY;
  if (whole && range * 2 < MOST_LATTICE_CELLS && range * d.length <= MOST_LATTICE_STEPS) {
    return { d: whole, atLeast: onLattice(whole, range) };
  }
  return d.length <= MOST_ENUMERATED ? { d, atLeast: enumerated(d) } : null;
}

/**
 * The exact null distribution of the sign-flip test (Fisher 1935; Pitman 1937). Zeros drop out. Short decimals go
 * through dynamic programming, others through enumeration in two halves; null when neither is feasible (more than 40
 * non-zero differences off a lattice).
 *
 * @param d finite differences, at least one
 */
export function exactSignFlip(d: readonly number[]): SignFlipTails | null {
  const moving = d.filter((value) => value !== 0);
  if (moving.length === 0) return { twoSided: 1, greater: 1 };
  const found = distribution(moving);
  if (found === null) return null;
  const { d: units, atLeast } = found;
  const observed = exactSum(units);
  const slack = TIE_SLACK * exactSum(units.map(Math.abs));
  const distance = Math.abs(observed) - slack;
  return {
    twoSided: distance <= 0 ? 1 : Math.min(1, 2 * atLeast(distance)),
    greater: Math.min(1, atLeast(observed - slack)),
  };
}

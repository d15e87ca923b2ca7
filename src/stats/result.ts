import type { RandomSeed } from '../core/random.ts';

/** `compat` reproduces the paper's printed digits; `recommended` is what a new report should use (specification, opening). */
export type Mode = 'compat' | 'recommended';

export interface Interval {
  readonly lo: number;
  readonly hi: number;
}

/** What makes a randomised result repeatable; stored with every one of them. */
export interface Draws {
  readonly mode: Mode;
  /** As given; an integer beyond 2^53 as its decimal digits. */
  readonly seed: number | string;
  readonly resamples: number;
}

/** A seed in a form that JSON can carry. */
export function storedSeed(seed: RandomSeed): number | string {
  return typeof seed === 'bigint' ? seed.toString() : seed;
}

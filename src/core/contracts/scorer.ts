import type { LedgerEntry, Seed, Submission, Task, Truth } from './task.ts';

/** What a scorer grades by (DESIGN §7, the licence table). */
export type ScorerKind = 'shape' | 'outcome' | 'specification' | 'judge';

/** What a scorer may know besides the submission. Never the model. */
export interface ScoringContext {
  readonly task: Task;
  readonly seed: Seed;
  readonly ledger: readonly LedgerEntry[];
  /** Present when the task has an oracle. */
  readonly truth?: Truth;
}

export interface Score {
  /** A score always names its scorer. */
  readonly scorer: string;
  /** In [0, 1] unless the scorer says otherwise. */
  readonly value: number;
  /** Named components in the scorer's own units. */
  readonly parts: Readonly<Record<string, number>>;
  /** What the scorer objected to, as it says it. */
  readonly notes: readonly string[];
}

export interface Scorer {
  readonly id: string;
  readonly kind: ScorerKind;
  readonly title: string;
  /** Smallest difference of `value` that the scorer can express: the epsilon of criterion sensitivity. */
  readonly resolution: number;
  score(submission: Submission, context: ScoringContext): Promise<Score>;
}

import type { Submission } from '../../../core/contracts/index.ts';
import type { ComtradeDefinition } from '../definitions.ts';

/** What the release's submit tool answers (reference §4): its fields, in this order. */
export interface ReleaseGrade {
  /** `score` / 100, at most 1, rounded to four decimals. */
  readonly reward: number;
  /** 0 to 100, rounded to one decimal. */
  readonly score: number;
  /** The six dimensions, unrounded; absent when the judge broke on the submission. */
  readonly breakdown?: Readonly<Record<string, number>>;
  readonly errors: readonly string[];
  readonly done: true;
}

/**
 * Grades the three files of a submission. Injected, because the judge lives in a higher room.
 * A submission that breaks the judge is a grade too: reward 0, score 0, the reason in `errors`, no breakdown.
 */
export type ReleaseGrader = (submission: Submission, definition: ComtradeDefinition) => ReleaseGrade;

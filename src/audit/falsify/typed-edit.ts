import type { JsonValue } from '../../core/json.ts';
import type { Random } from '../../core/random.ts';

/** Kinds of submission that edits can be derived for. */
export const SUBMISSION_KINDS = ['text', 'records', 'calls', 'actions', 'patch'] as const;
export type SubmissionKind = (typeof SUBMISSION_KINDS)[number];

/**
 * A seeded change to a correct submission. A `degrading` edit takes something away from it or makes something of it
 * wrong; an `equivalent` edit changes how it is written and nothing of what it says.
 */
export interface TypedEdit {
  readonly id: string;
  readonly title: string;
  readonly effect: 'degrading' | 'equivalent';
  /** Gives nothing where the edit does not apply. Never changes what it is given. */
  apply(submission: JsonValue, random: Random): JsonValue | undefined;
}

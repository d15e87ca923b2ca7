import type { JsonValue } from '../../core/json.ts';
import type { Random } from '../../core/random.ts';
import type { BridgeEdit, EditLabel } from '../../scorers/bridge/index.ts';

/** Kinds of submission that edits can be derived for. `log` is what a test run printed. */
export const SUBMISSION_KINDS = ['text', 'records', 'calls', 'actions', 'patch', 'log'] as const;
export type SubmissionKind = (typeof SUBMISSION_KINDS)[number];

/**
 * A seeded change to a correct submission. A `degrading` edit takes something away from it or makes something of it
 * wrong; an `equivalent` edit changes how it is written and nothing of what it says; of an `undecided` one only who made
 * the benchmark can say which of the two it is.
 */
export interface TypedEdit {
  readonly id: string;
  readonly title: string;
  readonly effect: EditLabel;
  /** @default kernel */
  readonly group?: BridgeEdit['group'];
  /** Gives nothing where the edit does not apply. Never changes what it is given. */
  apply(submission: JsonValue, random: Random): JsonValue | undefined;
}

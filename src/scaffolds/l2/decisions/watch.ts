import type { Submission } from '../../../core/contracts/index.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { Chosen } from '../../choices.ts';

/** A page asked for, with what came back. */
export interface Fetched {
  /** As asked; absent when it was no number. */
  readonly page: number | undefined;
  readonly isError: boolean;
  readonly value: JsonObject;
}

/**
 * Tells from what a model did which choice it made at one decision. A choice is told only when its occasion arose:
 * no fault, no choice to retry; nothing served twice, nothing to deduplicate.
 */
export interface DecisionWatch {
  /** Before a page is fetched: what asking for it decides. */
  asks?(page: number | undefined): Chosen | undefined;
  /** After it was. */
  fetched?(fetched: Fetched): void;
  /** The episode is over; `submission` as the environment took it. */
  ends?(submission: Submission | undefined): Chosen | undefined;
}

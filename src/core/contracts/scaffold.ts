import type { JsonValue } from '../json.ts';
import type { EpisodeState } from './episode.ts';
import type { Model, ModelMove } from './model.ts';
import type { DecisionId, Environment, Owner, Seed, Submission, SubmissionProtocol, Task } from './task.ts';

export type Level = 'L0' | 'L1' | 'L2';

/** Who is said to own each decision; `shared` when more than one party takes part. */
export type OwnershipMap = Readonly<Record<DecisionId, Owner | 'shared'>>;

/** One thing that happened in an episode, in order. Nothing is retried, cut, repaired or dropped without one. */
export type EpisodeEvent =
  | {
      readonly type: 'decision';
      readonly decision: DecisionId;
      readonly owner: Owner;
      readonly choice: string;
    }
  | { readonly type: 'call'; readonly owner: Owner; readonly tool: string; readonly args: JsonValue }
  | { readonly type: 'result'; readonly tool: string; readonly isError: boolean; readonly value: JsonValue }
  /** A tool result as the model got it: `cut` characters of `full` were withheld by `owner`. */
  | {
      readonly type: 'shown';
      readonly owner: Owner;
      readonly text: string;
      readonly full: number;
      readonly cut: number;
    }
  | { readonly type: 'said'; readonly move: ModelMove }
  /** A pause that was asked for; simulated episodes do not sleep. */
  | { readonly type: 'wait'; readonly owner: Owner; readonly seconds: number }
  /** The provider failed with `code` and was asked again after `seconds`. It costs the model no reply and no budget. */
  | {
      readonly type: 'apparatus';
      readonly owner: 'environment';
      readonly code: string;
      readonly seconds: number;
    }
  | { readonly type: 'note'; readonly owner: Owner; readonly text: string };

export interface Recorder {
  record(event: EpisodeEvent): void;
}

export interface EpisodeLimits {
  /** Model turns. */
  readonly steps: number;
  /** Tokens one reply may hold. */
  readonly outputTokens: number;
  /** Characters of one tool result that the model is shown; absent: all. A named stressor. */
  readonly observationCharacters?: number;
}

/** One cell of the design grid, opened. */
export interface Cell {
  readonly task: Task;
  readonly seed: Seed;
  readonly model: Model;
  readonly environment: Environment;
  readonly protocol: SubmissionProtocol;
  readonly limits: EpisodeLimits;
  readonly signal: AbortSignal;
}

export interface Outcome {
  /** Before scoring: `scored` means that there is something to score. */
  readonly state: Extract<EpisodeState, 'scored' | 'no-submission' | 'errored' | 'timed-out'>;
  /** Why it ended, in a few words. */
  readonly stop: string;
  readonly submission?: Submission;
  /** What a native harness left, as text by path. */
  readonly evidence?: Readonly<Record<string, string>>;
}

/** Whatever executes. It records every decision that it or the model makes, with its owner. */
export interface Scaffold {
  readonly id: string;
  readonly level?: Level;
  readonly title: string;
  /** What the scaffold is said to do; the audit checks it against recorded decisions. */
  readonly ownership: OwnershipMap;
  /** Limits in force when a study sets none. */
  readonly limits: EpisodeLimits;
  /** Limits and windows that a study sets hold here. @default at L2 alone; the other levels keep their own */
  readonly adjustable?: true;
  run(cell: Cell, recorder: Recorder): Promise<Outcome>;
}

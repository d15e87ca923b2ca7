import type { JsonObject } from '../json.ts';
import type { Score } from './scorer.ts';
import type { DecisionId, Owner, Seed, SubmissionProtocol } from './task.ts';

/** The one final state of every planned episode (DESIGN §6). */
export const EPISODE_STATES = [
  'scored',
  'no-submission',
  'errored',
  'timed-out',
  'excluded',
  'missing',
] as const;
export type EpisodeState = (typeof EPISODE_STATES)[number];

/** Where an episode stands in the design grid. Its canonical digest is the episode's id. */
export interface EpisodeCoordinates {
  readonly suite: string;
  readonly profile: string;
  readonly task: string;
  readonly seed: Seed;
  readonly model: string;
  readonly scaffold: string;
  readonly protocol: SubmissionProtocol;
  /** Arm of an experiment, such as `escalating`; empty when there is none. */
  readonly arm: string;
  /** Task settings and limits in force. */
  readonly settings: JsonObject;
}

/** How often one party made one choice. */
export interface DecisionCount {
  readonly decision: DecisionId;
  readonly owner: Owner;
  readonly choice: string;
  readonly count: number;
}

/** Digests of what was handed in. `metadata` leaves execution times out, so that identity does not depend on a clock. */
export interface PayloadIdentity {
  readonly data: string;
  readonly metadata: string;
  readonly log: string;
}

/** What one episode cost and saw, counted from the service ledger and the recorded events. */
export interface EpisodeCounts {
  readonly requests: number;
  readonly served: number;
  readonly faults: number;
  readonly rejected: number;
  readonly refused: number;
  readonly modelTurns: number;
  /** Characters of tool results that the model was shown, and that were withheld from it. */
  readonly shownCharacters: number;
  readonly cutCharacters: number;
  /** Seconds of waiting that were asked for, not spent. */
  readonly waitSeconds: number;
}

/** One line of the episode log. No clock, no host: the same episode gives the same bytes everywhere. */
export interface EpisodeRecord {
  readonly format: 'measurand.episode/1';
  readonly id: string;
  readonly coordinates: EpisodeCoordinates;
  readonly state: EpisodeState;
  readonly stop: string;
  readonly scores: readonly Score[];
  readonly decisions: readonly DecisionCount[];
  readonly counts: EpisodeCounts;
  /** Fault kinds seen in the service ledger, sorted. */
  readonly faultsSeen: readonly string[];
  /** Blob digests of the submission's parts, by part name. */
  readonly submission?: Readonly<Record<string, string>>;
  readonly payload?: PayloadIdentity;
  /** Blob digest of the event trace, one JSON event a line; absent when traces are not kept. */
  readonly trace?: string;
  /** Blob digests of what an episode under a native harness left, by path: what went over the boundary, and its own records. */
  readonly evidence?: Readonly<Record<string, string>>;
  readonly error?: { readonly code: string; readonly message: string };
}

import type { TracePayload } from './payload.ts';

/** The format of a trace: of its header and of each event. */
export const TRACE_FORMAT = 'measurand.trace/1';

/**
 * What a record bears witness to (DESIGN §8): what `happened` (workspace, processes), what a service `committed`, what
 * the model was `shown` at the provider boundary, and what the harness `persisted` in files of its own or printed.
 */
export const VISIBILITIES = ['happened', 'committed', 'shown', 'persisted'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** Where in its source a record stands. */
export interface SourcePosition {
  /** Name of the source file, without its folder. */
  readonly file: string;
  /** Counted from 1; absent where the source has no lines. */
  readonly line?: number;
  /** First byte and number of bytes in the file, of the decompressed stream where it is compressed. */
  readonly bytes?: readonly [offset: number, length: number];
  /** Table and row (from 0, in the order read), or the path inside a document. */
  readonly at?: string;
  /** SHA-256 of the record as it was read: of its bytes, or of the canonical JSON of a row. */
  readonly digest: string;
}

/** Names that the source itself gives. An id is what the source says, never rewritten; maps between ids are made by comparison. */
export interface NativeIds {
  readonly session?: string;
  /** Of a child agent inside the session. */
  readonly agent?: string;
  readonly turn?: string;
  readonly message?: string;
  readonly request?: string;
  readonly call?: string;
}

/** One thing that a source says. Several may come from one record. */
export interface TraceEvent {
  /** `record:part`, both from 0: unique in a trace, and in the order of the source. */
  readonly id: string;
  /** Number of the source record, from 0. */
  readonly record: number;
  readonly visibility: Visibility;
  readonly position: SourcePosition;
  readonly native: NativeIds;
  /** Native ids of what the source names as the parent. Together with `record` within a session this is all the order there is. */
  readonly parents: readonly string[];
  /** As the source writes it. Never orders events across sessions. */
  readonly time?: string;
  /** What the reader concluded instead of reading, each as a sentence. Empty: all of it stands in the source. */
  readonly inferred: readonly string[];
  /** Why this was written by the harness in place of something that it never saw, such as a repaired result. */
  readonly synthetic?: string;
  readonly payload: TracePayload;
}

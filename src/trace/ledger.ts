/**
 * What became of the records of a source: each is counted once. `mapped`: understood; `unpaired`: understood, but it
 * holds a call without a result in the source, or a result without a call; `raw`: kept, not understood; `dropped`: it
 * could not be read. `read` is their sum.
 */
export interface LossLedger {
  readonly read: number;
  readonly mapped: number;
  readonly raw: number;
  readonly unpaired: number;
  readonly dropped: number;
}

export type Disposition = Exclude<keyof LossLedger, 'read'>;

/** Something about the source that a reader of the trace must know. Not every problem loses a record. */
export interface TraceProblem {
  /** Stable, kebab-case. */
  readonly code: string;
  readonly what: string;
  readonly file: string;
  readonly line?: number;
  readonly record?: number;
  readonly field?: string;
}

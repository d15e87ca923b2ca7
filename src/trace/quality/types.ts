/** A figure with what it was computed from. */
export interface Graded {
  /** From 0 to 1; null where the source does not allow one. */
  readonly value: number | null;
  readonly why: string;
}

/** How far a trace can be relied on (see docs/traces.md for each rule). Computed, never declared. */
export interface EvidenceQuality {
  /** Records understood and paired, over records read; and whether the source comes to an end. */
  readonly completeness: Graded & { readonly ends: 'closed' | 'open' | 'unknown' };
  /** How near the trace stands to what the model was shown: the visibility levels present. */
  readonly fidelity: {
    readonly shown: boolean;
    readonly bodies: boolean;
    readonly inferredEvents: number;
    readonly syntheticEvents: number;
    readonly elidedRecords: number;
  };
  /** Events with a position, and calls and results that name an id. */
  readonly traceability: Graded;
  /** Whether the source carries checks of its own (sequence numbers, parents) and whether they hold. */
  readonly integrity: { readonly checked: number; readonly broken: number; readonly why: string };
  /** What looks like a secret or an address of a person: counts, never the text. */
  readonly privacy: { readonly findings: number; readonly kinds: readonly string[] };
  readonly replayability: {
    /** A scorer can be run on the results again. */
    readonly rescore: boolean;
    /** The calls can be played again as a script. */
    readonly scriptedRerun: boolean;
    /** Every decision stands beside the whole request that led to it. */
    readonly decisionReproduction: boolean;
    readonly why: string;
  };
  /** Bytes of the source for each byte of text that the model was shown or said. */
  readonly overhead: {
    readonly sourceBytes: number;
    readonly textBytes: number;
    readonly ratio: number | null;
  };
}

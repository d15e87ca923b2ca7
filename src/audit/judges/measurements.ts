/** How a judge fared under one probe, over all tasks on which the probe applies. */
export interface JudgeProbeOutcome {
  readonly title: string;
  /** `attack` must change nothing for the better, `twin` is honest and must still pass, `steady` must stay the same. */
  readonly kind: 'attack' | 'twin' | 'steady';
  readonly tried: number;
  readonly failed: number;
  readonly notProbed: number;
  /** Task of the first failure. */
  readonly example: string | null;
}

/** What was measured on a scorer that asks a model. */
export interface JudgeMeasurements {
  /** The judge by the name that it was asked under. */
  readonly judge: string;
  readonly origin: 'recording' | 'endpoint';
  /** Whether submissions are pairs that the judge chooses from; without pairs there is no position to swap. */
  readonly pairwise: boolean;
  readonly tried: number;
  readonly failed: number;
  readonly probes: Readonly<Record<string, JudgeProbeOutcome>>;
}

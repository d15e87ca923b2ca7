import type { CriterionKind } from './kinds.ts';

/** Which score sheet a criterion stands on. */
export type Sheet = 'harness' | 'agent';

/**
 * Where evidence comes from (DESIGN §8). `happened`: workspace and processes. `committed`: a service's ledger.
 * `shown`: the gateway's record of what the model was shown and said. `persisted`: the harness's own transcript.
 */
export type EvidenceSource = 'happened' | 'committed' | 'shown' | 'persisted';

/** One binary requirement of a sheet; one scored line. */
export interface Criterion {
  /** The trial, the sheet's letter and a number, such as `T75.H1`. */
  readonly id: string;
  readonly sheet: Sheet;
  readonly kind: CriterionKind;
  /** What the kind is applied to, such as `text part`; the bracket of the specification. */
  readonly parameter?: string;
  /** What must hold, in one sentence. */
  readonly requires: string;
  /** The sources without which it cannot be decided. A missing one scores zero and proves nothing. */
  readonly evidence: readonly [EvidenceSource, ...EvidenceSource[]];
}

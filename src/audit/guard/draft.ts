import type { EvidenceOrigin, Verdict } from '../types.ts';

/** Evidence before its figures are filled in: `says` is a template for `compose`. */
export interface DraftEvidence {
  readonly origin: EvidenceOrigin;
  readonly says: string;
  /** Where the measurement stands in full; `~` for the profile's measurements. */
  readonly path: string;
  readonly source: string;
}

/** A card item before its figures are filled in. */
export interface DraftFinding {
  readonly verdict: Verdict;
  readonly summary: string;
  readonly annotation?: string;
  readonly evidence: readonly DraftEvidence[];
}

import type { EvidenceSource } from './criterion.ts';

/**
 * A verdict on one criterion. Harness: 0, 1, 2 (holds only if every agent criterion does) or 3 (resolves to zero).
 * Agent: 0 or 1. Zero for missing evidence confirms no defect.
 */
export interface Verdict {
  readonly criterion: string;
  readonly state: 0 | 1 | 2 | 3;
  /** Why, in one sentence that quotes the evidence. */
  readonly reason: string;
  /** Digest of the packet that was looked at. */
  readonly packet: string;
  readonly by: 'rule' | { readonly judge: string };
  /** Present when the zero comes from missing evidence. */
  readonly missing?: readonly EvidenceSource[];
}

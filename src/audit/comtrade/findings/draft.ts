import type { EvidenceOrigin, Verdict } from '../../types.ts';
import type { LEVELS, ProfileMeasurements } from '../measurements.ts';

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

/** The cell of a card: what its items are written about. */
export interface CardCell {
  readonly profile: string;
  readonly level: (typeof LEVELS)[number];
  /** Scorer id. */
  readonly scorer: string;
  readonly measurements: ProfileMeasurements;
  /** Protocol of the profile's L2. */
  readonly protocol: string;
}

export function executed(says: string, path: string, { profile }: Pick<CardCell, 'profile'>): DraftEvidence {
  return { origin: 'executed', says, path, source: `measurand audit comtrade --profile ${profile}` };
}

export const recomputed = (says: string, path: string, source: string): DraftEvidence => ({
  origin: 'recomputed',
  says,
  path,
  source,
});

export const quoted = (says: string, path: string, source: string): DraftEvidence => ({
  origin: 'quoted',
  says,
  path,
  source,
});

/** Names joined for a sentence; a dash when there are none. */
export const listed = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(', '));

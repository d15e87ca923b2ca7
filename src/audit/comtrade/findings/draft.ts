import type { DraftEvidence } from '../../guard/draft.ts';
import type { LEVELS, ProfileMeasurements } from '../measurements.ts';

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

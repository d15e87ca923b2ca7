import { requireCount, requireShareOf } from './sample.ts';

/** Null where the ratio is undefined: recall without true rows, F1 when nothing is true and nothing submitted. */
export interface F1 {
  readonly recall: number | null;
  readonly precision: number;
  readonly f1: number | null;
}

/**
 * F1 of a submission against the truth (Section 4.3): recall U/G, precision U/S (0 when nothing is submitted),
 * F1 = 2U/(S + G).
 *
 * @param uniqueTrue U, distinct true rows submitted
 * @param submitted S, rows submitted, duplicates included
 * @param groundTruth G, true rows that exist
 * @throws MeasurandError `count-out-of-range`, `k-out-of-range` when U exceeds S or G
 */
export function f1FromCounts(uniqueTrue: number, submitted: number, groundTruth: number): F1 {
  requireCount(submitted, 'submitted', 0);
  requireCount(groundTruth, 'groundTruth', 0);
  requireShareOf(uniqueTrue, 'uniqueTrue', 0, Math.min(submitted, groundTruth));
  const rows = submitted + groundTruth;
  return {
    recall: groundTruth === 0 ? null : uniqueTrue / groundTruth,
    precision: submitted === 0 ? 0 : uniqueTrue / submitted,
    f1: rows === 0 ? null : (2 * uniqueTrue) / rows,
  };
}

/** Precision, recall and their harmonic mean, each in [0, 1]. */
export interface F1 {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/**
 * R = |U| / |G|, P = |U| / |S|, F1 = 2RP / (R + P) (reference §7). All are 0 when nothing true was handed in, the empty
 * submission included.
 *
 * @param unique |U|, distinct true records handed in
 * @param submitted |S|, lines handed in
 * @param truth |G|, true records
 */
export function truthF1(unique: number, submitted: number, truth: number): F1 {
  if (unique === 0) return { precision: 0, recall: 0, f1: 0 };
  const precision = unique / submitted;
  const recall = unique / truth;
  return { precision, recall, f1: (2 * recall * precision) / (recall + precision) };
}

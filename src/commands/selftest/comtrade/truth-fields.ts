import type { Truth } from '../../../core/contracts/index.ts';
import type { JsonObject } from '../../../core/json.ts';
import { matchTruth, truthF1 } from '../../../scorers/ground-truth/index.ts';

/** Ground truth of a data file under the names that vectors use (reference §7). */
export function truthFields(data: string, truth: Truth): JsonObject {
  const match = matchTruth(data, truth);
  const f1 = (unique: number): number => truthF1(unique, match.submitted, match.truth).f1;
  return {
    submitted: match.submitted,
    truth: match.truth,
    unique_true_by_id: match.uniqueById,
    f1_by_id: f1(match.uniqueById),
    unique_true_by_whole_record: match.uniqueByRecord,
    f1_by_whole_record: f1(match.uniqueByRecord),
  };
}

import type { LedgerEntry, Scorer, Truth } from '../../core/contracts/index.ts';
import { defineScorer } from '../define-scorer.ts';
import { matchSubmission, objections, requireTruth } from '../ground-truth/context.ts';
import { truthIndex } from '../ground-truth/truth-index.ts';

/** Below the step of one record in a truth of up to a million. */
const RESOLUTION = 1e-7;

/** Distinct true records that the service served, totals rows and repeats left out. */
function served(ledger: readonly LedgerEntry[], truth: Truth): number {
  const index = truthIndex(truth);
  const seen = new Set<string>();
  for (const entry of ledger) for (const id of entry.served ?? []) if (index.has(id)) seen.add(id);
  return seen.size;
}

/**
 * Coverage: distinct true records in the submission, by identifier, over all true records, in [0, 1]. It is the outcome of
 * L1, where the scaffold writes the file from the pages that it got: totals rows, duplicates and inventions count neither for
 * nor against. `served` and `servedCoverage` say the same of what the service served, where there is a ledger.
 */
export const coverage: Scorer = defineScorer({
  id: 'coverage',
  kind: 'outcome',
  title: 'Coverage, distinct true records over all',
  resolution: RESOLUTION,
  grade(submission, context) {
    const truth = requireTruth('coverage', context);
    const match = matchSubmission(submission, truth);
    const share = (records: number): number => (match.truth === 0 ? 0 : records / match.truth);
    const seen = served(context.ledger, truth);
    return {
      scorer: 'coverage',
      value: share(match.uniqueById),
      parts: {
        covered: match.uniqueById,
        truth: match.truth,
        submitted: match.submitted,
        ...(context.ledger.length > 0 ? { served: seen, servedCoverage: share(seen) } : {}),
      },
      notes: objections(submission, match, match.uniqueById),
    };
  },
});

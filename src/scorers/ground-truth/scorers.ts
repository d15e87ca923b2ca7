import type { Scorer } from '../../core/contracts/index.ts';
import { defineScorer } from '../define-scorer.ts';
import { matchSubmission, objections, requireTruth } from './context.ts';
import { truthF1 } from './f1.ts';
import type { TruthMatch } from './match.ts';

/** Below the smallest step between two F1 values of up to 30,000 lines and true records together. */
const RESOLUTION = 1e-9;

interface Matching {
  readonly id: string;
  readonly title: string;
  unique(match: TruthMatch): number;
  readonly other: { readonly part: string; unique(match: TruthMatch): number };
  /** What has to be said about this matching on this submission, besides what it missed. */
  caution(match: TruthMatch): readonly string[];
}

function truthScorer(matching: Matching): Scorer {
  const { id, title } = matching;
  return defineScorer({
    id,
    kind: 'outcome',
    title,
    resolution: RESOLUTION,
    grade(submission, context) {
      const match = matchSubmission(submission, requireTruth(id, context));
      const { submitted, truth } = match;
      const unique = matching.unique(match);
      const { f1, precision, recall } = truthF1(unique, submitted, truth);
      const other = truthF1(matching.other.unique(match), submitted, truth).f1;
      return {
        scorer: id,
        value: f1,
        parts: { submitted, truth, uniqueTrue: unique, precision, recall, [matching.other.part]: other },
        notes: [...matching.caution(match), ...objections(submission, match, unique)],
      };
    },
  });
}

/**
 * The headline outcome: F1 of distinct true records handed in whole against all lines handed in (reference §7).
 * A submission of identifiers alone, which the `by-id` protocol makes, holds no whole record: it gets 0 and a note that
 * `truth-id` is its scorer. It is never graded by identifier under this name.
 */
export const truth: Scorer = truthScorer({
  id: 'truth',
  title: 'Ground-truth F1, whole records',
  unique: ({ uniqueByRecord }) => uniqueByRecord,
  other: { part: 'f1ById', unique: ({ uniqueById }) => uniqueById },
  caution: ({ idsAlone, submitted }) =>
    submitted > 0 && idsAlone === submitted
      ? ['Every line is an identifier alone, so no whole record can match; truth-id grades such a submission']
      : [],
});

/**
 * F1 as the paper seems to have it, by identifier: false values under a true identifier cost nothing. The scorer for the
 * `by-id` protocol.
 */
export const truthById: Scorer = truthScorer({
  id: 'truth-id',
  title: 'Ground-truth F1, identifiers only',
  unique: ({ uniqueById }) => uniqueById,
  other: { part: 'f1ByRecord', unique: ({ uniqueByRecord }) => uniqueByRecord },
  caution: () => [],
});

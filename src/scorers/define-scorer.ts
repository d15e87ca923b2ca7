import type { Score, Scorer, ScoringContext, Submission } from '../core/contracts/index.ts';

/** A scorer that needs to wait for nothing. What `grade` throws, `score` rejects with. */
export function defineScorer({
  grade,
  ...rest
}: Omit<Scorer, 'score'> & { grade(submission: Submission, context: ScoringContext): Score }): Scorer {
  return {
    ...rest,
    score: (submission, context) => new Promise((resolve) => resolve(grade(submission, context))),
  };
}

import type { ScoringContext, Submission, Truth } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { DATA_PART } from '../../tasks/comtrade/submission.ts';
import { matchTruth, type TruthMatch } from './match.ts';

/** @throws MeasurandError `no-truth` (kind `unsupported`) for a task without an oracle */
export function requireTruth(scorer: string, { task, truth }: ScoringContext): Truth {
  if (truth) return truth;
  throw new MeasurandError('no-truth', `${scorer} needs the true records, and this task has no oracle`, {
    record: task.id,
    kind: 'unsupported',
    next: 'Score it by another scorer',
  });
}

/** Several scorers ask about one submission; it never changes, so neither does the answer. */
const MATCHES = new WeakMap<Submission, { readonly truth: Truth; readonly match: TruthMatch }>();

/** A submission without a data file is matched as an empty one. */
export function matchSubmission(submission: Submission, truth: Truth): TruthMatch {
  const known = MATCHES.get(submission);
  if (known?.truth === truth) return known.match;
  const match = matchTruth(submission.parts[DATA_PART] ?? '', truth);
  MATCHES.set(submission, { truth, match });
  return match;
}

/** `3 of 25 lines hold`: some of the lines, with what they do in the singular and the plural. */
const some = (count: number, all: number, does: string, doThey: string): string =>
  `${count} of ${all} lines ${count === 1 ? does : doThey}`;

/**
 * What there is to object to in the data, in sentences that are the same for every scorer against the truth.
 *
 * @param unique distinct true records by the matching in use
 */
export function objections({ parts }: Submission, match: TruthMatch, unique: number): readonly string[] {
  if (parts[DATA_PART] === undefined) return [`There is no ${DATA_PART}`];
  const notes: string[] = [];
  if (match.submitted === 0) notes.push('Nothing was handed in');
  if (match.notObjects > 0) {
    notes.push(`${some(match.notObjects, match.submitted, 'holds', 'hold')} no JSON object`);
  }
  const spare = match.submitted - match.notObjects - unique;
  if (spare > 0) {
    notes.push(
      some(spare, match.submitted, 'repeats a record or matches none', 'repeat a record or match none'),
    );
  }
  if (unique < match.truth) notes.push(`${match.truth - unique} of ${match.truth} true records missing`);
  return notes;
}

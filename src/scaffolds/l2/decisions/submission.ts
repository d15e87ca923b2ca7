import type { Submission } from '../../../core/contracts/index.ts';
import type { Chosen } from '../../choices.ts';
import type { DecisionWatch } from './watch.ts';

/** Arises once in every episode. */
export class SubmissionWatch implements DecisionWatch {
  ends(submission: Submission | undefined): Chosen {
    return { decision: 'submission', choice: submission ? 'submitted' : 'never' };
  }
}

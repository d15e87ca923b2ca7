import type { Random } from '../core/random.ts';
import type { Perturbation } from './perturbation.ts';

/** Makes intents happen in one domain. It alone knows what a request, an answer and a budget are there. */
export interface EnvironmentAdapter<Request, Answer> {
  /** Successes that finish the work. */
  readonly total: number;
  /**
   * Answers a request under a perturbation.
   *
   * @param open gives a fresh generator of this step; every call of it starts the same stream again
   */
  realise(request: Request, perturbation: Perturbation, open: () => Random): Answer;
  /** Whether an answer counts as progress. A faulted request never does, whatever this says. */
  isSuccess(answer: Answer): boolean;
}

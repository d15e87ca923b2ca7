import type { Random } from '../core/random.ts';
import type { Intent } from './perturbation.ts';

/** What a policy may know of the moment of one request. */
interface Pressure {
  /** Intensity that the schedule gives this request, in [0, 1]. */
  readonly intensity: number;
  /** Highest intensity of any earlier request of the episode; -1 before the first, so that level 0 can be crossed. */
  readonly peak: number;
}

/**
 * Decides what befalls a request. It holds no state: equal pressure and an equal generator give equal intents, which
 * is why one policy may serve any number of episodes.
 */
export interface AdversaryPolicy {
  intend(pressure: Pressure, random: Random): readonly Intent[];
}

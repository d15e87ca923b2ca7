/** How far an agent has come, counted in successes: requests that were answered and not cancelled by a fault. */
export interface AgentProgress {
  /** Successes so far, an integer from 0. */
  readonly successes: number;
  /** Successes that finish the work, an integer from 1. */
  readonly total: number;
}

/**
 * Share of the work that is done once the pending request succeeds, in (0, 1]: the k-th of n successes is faced at k/n,
 * so the last one is faced at 1. Requests past the last success stay at 1. This reading makes the paper's control level,
 * 0.60, the mean of a ramp that ends at 1.0 over five pages (reference §7).
 *
 * @throws RangeError unless `successes` is an integer from 0 and `total` an integer from 1
 */
export function pendingShare({ successes, total }: AgentProgress): number {
  if (!Number.isSafeInteger(successes) || successes < 0) {
    throw new RangeError(`Successes must be an integer from 0, not ${successes}`);
  }
  if (!Number.isSafeInteger(total) || total < 1) {
    throw new RangeError(`The total must be an integer from 1, not ${total}`);
  }
  return Math.min(1, (successes + 1) / total);
}

import { QUOTA_RESERVE } from '../../tasks/comtrade/adversity/parameters.ts';
import type { FaultReport } from './fault-report.ts';
import type { RetryAnswer } from './rule-policy.ts';

/**
 * Retries while the quota left exceeds the pages left, the failed one included; always where retries are free.
 *
 * @param unknown the answer while there is a quota but the number of pages is not known
 */
export function quotaRule(unknown: RetryAnswer): (report: FaultReport) => RetryAnswer {
  return ({ quota_left, pages_left }) => {
    if (quota_left === null) return 'retry';
    if (pages_left === null) return unknown;
    return quota_left > pages_left + QUOTA_RESERVE ? 'retry' : 'skip';
  };
}

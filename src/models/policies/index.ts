import type { Model } from '../../core/contracts/index.ts';
import { QUOTA_AWARE_UNKNOWN_PAGES } from '../../tasks/comtrade/adversity/parameters.ts';
import { quotaRule } from './quota-rule.ts';
import { rulePolicy } from './rule-policy.ts';

const POLICIES: readonly Model[] = [
  rulePolicy('always-retry', () => 'retry'),
  rulePolicy('quota-aware', quotaRule(QUOTA_AWARE_UNKNOWN_PAGES)),
  rulePolicy('quota-optimist', quotaRule('retry')),
  rulePolicy('always-skip', () => 'skip'),
];

/**
 * The rule policies. `always-retry`, `quota-aware` and `always-skip` are the paper's (Table A2). `quota-optimist` is
 * ours: it differs from `quota-aware` only in retrying while the number of pages is unknown, which is what every printed
 * answer of Llama-3.3-70B agrees with (Tables A15 and A16).
 */
export function policyModels(): readonly Model[] {
  return POLICIES;
}

import { readFaultReport } from '../policies/fault-report.ts';
import { quotaRule } from '../policies/quota-rule.ts';
import { archetype } from './archetype.ts';
import { PERFECT_HABITS } from './habits.ts';
import { type Reading, requestBudget } from './reading.ts';

/** Requests kept back for pages that are still to come. */
const RESERVE = 5;

function canSpare(reading: Reading): boolean {
  const budget = requestBudget(reading);
  return budget === undefined || budget - reading.fetches.length > RESERVE;
}

export const watchesQuota = archetype({
  id: 'watches-quota',
  title: 'Retries only while the request budget has something to spare',
  documents: 'The quota-aware calibration policy (Table A2), carried to L2',
  habits: {
    choose: (_choices, view) => quotaRule('retry')(readFaultReport(view)),
    retries: (fault, reading) => canSpare(reading) && PERFECT_HABITS.retries(fault, reading),
  },
});

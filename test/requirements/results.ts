import type { Requirement } from '../requirements.ts';

const ISSUE = "The issue 'Audit any benchmark's scorer and anyone's logs'";

/** Results of other people's evaluations. */
export const RESULTS: Readonly<Record<string, Requirement>> = {
  'results.reports.found-and-spared': {
    source: `${ISSUE}, must show 4`,
    says: 'Each public report about logs has a fixture in which it is found with its record named, and a clean twin in which nothing is found',
  },
  'results.tau2.basis-explained': {
    source: `${ISSUE}, must show 4; sierra-research/tau2-bench#15`,
    says: 'A full reward beside failed checks that are no basis of it accuses nobody and is explained',
  },
};

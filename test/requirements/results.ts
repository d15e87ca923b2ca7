import type { Requirement } from '../requirements.ts';

const ISSUE = "The issue 'Audit any benchmark's scorer and anyone's logs'";

/** Results of other people's evaluations. */
export const RESULTS: Readonly<Record<string, Requirement>> = {
  'results.reports.found-and-spared': {
    source: `${ISSUE}, must show 4`,
    says: 'Each public report about logs has a fixture in which it is found with its record named, and a clean twin in which nothing is found',
  },
  'results.reports.other-shapes': {
    source: `${ISSUE}, must show 4`,
    says: 'Reports are found with their record named in logs of other tools, versions, nestings and orders of members too, and their clean twins are spared',
  },
  'results.inspect.retried-once': {
    source: `${ISSUE}, readers of results`,
    says: 'What a log and the log of its retry both hold counts once, and the earlier attempts stay attempts',
  },
  'results.tau2.pass-k-convention': {
    source: `${ISSUE}, readers of results; sierra-research/tau2-bench#497`,
    says: 'Of a pass^k that was handed in, the convention that gives it is named, and what it leaves out',
  },
  'results.page.stands-alone': {
    source: `${ISSUE}, readers of results`,
    says: 'The terminal, the document and the page of many logs hold attempts, tails at equal n, pairs with Holm, rank sets, equal bytes and shares of variance',
  },
  'results.tau2.basis-explained': {
    source: `${ISSUE}, must show 4; sierra-research/tau2-bench#15`,
    says: 'A full reward beside failed checks that are no basis of it accuses nobody and is explained',
  },
  'results.inspect.zip-as-json': {
    source: `${ISSUE}, readers of results`,
    says: 'An Inspect log gives the same runs and figures as .eval and as .json',
  },
  'results.inspect.unfinished': {
    source: `${ISSUE}, readers of results`,
    says: 'Of an Inspect log that was never finished, the samples are read, and those that were planned and did not come are missing',
  },
  'results.versions.refused': {
    source: `${ISSUE}, readers of results`,
    says: 'A version that is not known is refused with the version and the field named',
  },
  'results.ledger.balances': {
    source: `${ISSUE}, readers of results`,
    says: 'Every record of a source is counted once, and one that could not be read is a finding',
  },
  'results.outputs.sarif': {
    source: `${ISSUE}, outputs for pull requests`,
    says: 'SARIF names the rule and the file of each finding, with a fingerprint that stays the same',
  },
  'results.outputs.junit': {
    source: `${ISSUE}, outputs for pull requests`,
    says: 'JUnit keeps what was found wanting apart from what could not be tried',
  },
};

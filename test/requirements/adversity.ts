import type { Requirement } from '../requirements.ts';

export const ADVERSITY = {
  'adversity.schedule.rises-with-successes': {
    source: 'comtradebench-reference §7, Engine',
    says: 'every schedule gives an intensity in [0, 1] that depends on the count of successes and never falls as they are made',
  },
  'adversity.schedule.matched-mean': {
    source: 'comtradebench-reference §7, Engine',
    says: 'the control arm is constant at exactly the mean of the escalating one, 0.60 over five pages',
  },
  'adversity.policy.rates': {
    source: 'comtradebench-reference §7, Engine',
    says: 'a request fails with probability base + scale·i, and corruptionScale·i of an answer is corrupted, both held to [0, 1]',
  },
  'adversity.wrapper.fault-cancels-success': {
    source: 'comtradebench-reference §7, Engine',
    says: 'a faulted request is no success, whatever the environment answers',
  },
  'adversity.wrapper.trace': {
    source: 'comtradebench-reference §7, Engine',
    says: 'the wrapper appends one line with its intensity for each request, and the same seed gives the same lines',
  },
  'adversity.wrapper.knows-no-model': {
    source: 'DESIGN §2, adversity',
    says: 'what befalls a request follows from seed, requests and successes, and not from who asks or for what',
  },
  'adversity.stream.digest': {
    source: 'comtradebench-reference §7, Engine; docs/decisions/adversity-parameters.md',
    says: 'the generator of a step is seeded with the first 64 bits of sha256("{seed}:{step}")',
  },
  'adversity.adapter.every-intent': {
    source: 'comtradebench-reference §7, Engine',
    says: 'faults, duplicates, reordering, noise, drops, latency and budget changes all happen to pages of records, and the ledger names each',
  },
  'adversity.adapter.totals-at': {
    source: 'comtradebench-reference §7, Engine',
    says: 'pages carry a totals row from intensity 0.70 on, and not below',
  },
  'adversity.quota.one-shot-squeeze': {
    source: 'comtradebench-reference §7, B2',
    says: 'the squeeze takes three requests once, in the escalating arm only, after the request that crosses it',
  },
  'adversity.quota.death-in-ledger': {
    source: 'comtradebench-reference §7, B2',
    says: 'an episode that runs out of quota while a page is wanted is marked in the ledger, and only such an episode',
  },
  'adversity.task.settings-say-all': {
    source: 'DESIGN §4, Determinism',
    says: 'a task made from the settings of another answers alike, and no setting is inert or ignored',
  },
  'adversity.l1.only-retry-is-the-models': {
    source: 'comtradebench-reference §7, L1',
    says: 'under L1 the model makes every retry decision that it answers and no other, and each decision is recorded with its owner',
  },
  'adversity.l1.unreadable-answer': {
    source: 'DESIGN §4, Nothing silent',
    says: 'an answer that is neither retry nor skip counts as skip, is noted, and is recorded as the scaffold’s decision',
  },
  'adversity.l1.coverage-file': {
    source: 'comtradebench-reference §7, L1',
    says: 'L1 hands in every record that was served once, and no totals row',
  },
  'adversity.policies.from-text-only': {
    source: 'DESIGN §1',
    says: 'a rule policy decides from the text of the view alone and refuses a view that it cannot read',
  },
  'adversity.b1.null': {
    source: 'paper, Table A1, B1',
    says: 'with free retries the mean difference is zero, its interval is [-0.007, 0.007], and pairs differ all the same',
  },
  'adversity.b1.same-for-all': {
    source: 'paper, Table A1, B1',
    says: 'with free retries every policy that retries hands in the same records, and the null stands for every policy',
  },
  'adversity.b2.table-a2': {
    source: 'paper, Table A2',
    says: 'effect, interval, p and deaths of all six rule-policy rows come out to the printed digit, and skips in five',
  },
  'adversity.b2.llama-vectors': {
    source: 'paper, Tables A15 and A16',
    says: 'quota-optimist covers, seed by seed, exactly the records that Llama-3.3-70B is printed to have covered',
  },
  'adversity.slack.decay': {
    source: 'paper, Section A.4',
    says: 'the penalty falls with slack as printed, to nothing at slack 4',
  },
  'adversity.slack.where-policies-matter': {
    source: 'DESIGN §11; issue 2, non-stationarity engine',
    says: 'where it matters which policy one has is computed by slack: nowhere at none, somewhere between, nowhere at the most',
  },
  'adversity.degradation.gap': {
    source: 'paper, Section 4.4',
    says: 'the degradation curve covers every level and ends in the mean at the lowest minus the worst at the hardest',
  },
  'adversity.study.denominator': {
    source: 'DESIGN §6',
    says: 'a study refuses records that do not match its plan one to one, and bounds its effects over unscored episodes',
  },
  'adversity.study.order-free': {
    source: 'DESIGN §4, Determinism',
    says: 'the same records give the same analysis in any order',
  },
} satisfies Record<string, Requirement>;

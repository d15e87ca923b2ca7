import { costOf, type Prices } from '../../models/prices/prices.ts';
import type { TrialReport } from '../../report/trials/document.ts';
import type { TokensSpent } from '../../trials/live/live-evidence.ts';
import type { ScoredOutcome } from './report.ts';

const NO_TOKENS: TokensSpent = { answered: 0, untold: 0, input: 0, output: 0, cached: 0 };

const added = (a: TokensSpent, b: TokensSpent): TokensSpent => ({
  answered: a.answered + b.answered,
  untold: a.untold + b.untold,
  input: a.input + b.input,
  output: a.output + b.output,
  cached: a.cached + b.cached,
});

/** What the live runs of each harness and model used. */
export function liveUse(outcomes: readonly ScoredOutcome[], prices: Prices): TrialReport['live'] {
  const live = outcomes.flatMap((outcome) =>
    outcome.kept.live ? [{ outcome, live: outcome.kept.live }] : [],
  );
  return [...new Set(live.map(({ outcome }) => outcome.harness))].map((harness) => {
    const own = live.filter(({ outcome }) => outcome.harness === harness).map((each) => each.live);
    const tokens = own.reduce((sum, run) => added(sum, run.tokens), NO_TOKENS);
    const waits = own.flatMap((run) => run.waits);
    const model = own[0]?.model ?? '';
    return {
      ...{ harness, model, runs: own.length, tokens },
      cost: costOf(prices, model, tokens),
      waits: waits.length,
      waitedSeconds: waits.reduce((sum, { seconds }) => sum + seconds, 0),
      unexercised: own.reduce((sum, run) => sum + run.unexercised.length, 0),
    };
  });
}

/** What became of the rubrics, and what their judge used. */
export function judgingUse(
  outcomes: readonly ScoredOutcome[],
  judges: readonly string[],
  judge: string | undefined,
  prices: Prices,
): TrialReport['judging'] {
  const counted = judge ?? (judges.length === 1 ? judges[0] : undefined);
  const judgements = outcomes.flatMap(({ judgement }) => judgement ?? []);
  const asked = judgements.flatMap((judgement) => judgement.judgements);
  const verdicts = judgements.flatMap((judgement) => judgement.verdicts);
  const rubrics = outcomes.reduce(
    (sum, { definition }) => sum + definition.lines.filter(({ decidedBy }) => 'rubric' in decidedBy).length,
    0,
  );
  const judged = asked.filter(({ verdict }) => verdict).length;
  const withoutEvidence = verdicts.filter(({ by }) => by === 'rule').length;
  const unreadable = asked.length - judged;
  const answered = asked.filter(({ answer }) => answer !== null);
  const tokens = answered.reduce(
    (sum, { usage }) =>
      added(sum, {
        ...NO_TOKENS,
        answered: 1,
        untold: usage === undefined ? 1 : 0,
        input: usage?.input ?? 0,
        output: usage?.output ?? 0,
      }),
    NO_TOKENS,
  );
  return {
    judge: counted !== undefined && judgements.length > 0 ? counted : null,
    judges: [...judges],
    ...{ rubrics, judged, withoutEvidence, unreadable },
    unjudged: rubrics - judged - withoutEvidence - unreadable,
    tokens,
    cost: counted === undefined || asked.length === 0 ? null : costOf(prices, counted, tokens),
  };
}

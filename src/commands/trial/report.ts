import type { EpisodeArchive } from '../../archive/archive.ts';
import type { EpisodeCoordinates } from '../../core/contracts/index.ts';
import { type Prices, readPrices } from '../../models/prices/prices.ts';
import type { HarnessSheet, TrialGridCell, TrialReport } from '../../report/trials/document.ts';
import {
  type AgentLayer,
  aggregateRuns,
  type LayerScore,
  type Rate,
  type ScoredRun,
} from '../../trials/criteria/aggregate.ts';
import { rubricLines, sheetScores } from '../../trials/criteria/sheet-scores.ts';
import { TRIALS } from '../../trials/suite/all-trials.ts';
import type { Trial } from '../../trials/suite/define-trial.ts';
import { alignedTrials } from './aligned.ts';
import { attributeKept } from './attribution.ts';
import { trialCases } from './cases.ts';
import { isOfEarlierFile, LIVE, TRIAL_SUITE } from './cells.ts';
import { trialDifferences } from './differences.ts';
import type { KeptRun } from './kept-run.ts';
import { trialLayers } from './layers.ts';
import { judgingUse, liveUse } from './live-use.ts';
import { judgesIn, type TrialOutcome, trialOutcomes } from './outcomes.ts';
import { trialRepeats } from './repeats.ts';

const NOTES = {
  rubrics:
    'Lines of rubrics that no judge decided are left out of every total: measurand trial score ARCHIVE --judge MODEL has them judged',
  live: 'Agent sheets of live models stand beside pinned ones and are never averaged with them',
  pinned:
    'Agent sheets here are pinned: what any model would have had that does what the script does. They are no score of a model',
  links: 'An activated chain is a candidate, not a proof: measurand trial replay tries one by intervention',
} as const;

/** What is said of runs whose trial is not one of the suite, nor a file that was named. */
function unknownTrials(outcomes: readonly TrialOutcome[]): readonly string[] {
  const ids = new Set(
    outcomes.map(({ trial }) => trial).filter((id) => !TRIALS.some((each) => each.id === id)),
  );
  return ids.size === 0
    ? []
    : [
        `Runs of ${[...ids].join(', ')} stand in the ledger only: such trials are files of one's own, to be named with --trial`,
      ];
}

/** What is said of runs of a trial whose file was edited since. */
function earlierFiles(archive: EpisodeArchive): readonly string[] {
  let earlier = 0;
  for (const { coordinates } of archive.records()) {
    if (coordinates.suite === TRIAL_SUITE && isOfEarlierFile(coordinates)) earlier += 1;
  }
  return earlier === 0
    ? []
    : [`${earlier} runs are of earlier files of these trials: they stay in the archive and are in no table`];
}

/** A scored run with its trial. */
export interface ScoredOutcome extends TrialOutcome {
  readonly kept: KeptRun;
  readonly definition: Trial;
}

function scoredOutcomes(outcomes: readonly TrialOutcome[]): readonly ScoredOutcome[] {
  return outcomes.flatMap((outcome) => {
    const definition = TRIALS.find(({ id }) => id === outcome.trial);
    return outcome.state === 'scored' && outcome.kept && definition
      ? [{ ...outcome, kept: outcome.kept, definition }]
      : [];
  });
}

function scoredRun({ harness, kept, definition, record }: ScoredOutcome): ScoredRun {
  return {
    trial: definition.id,
    dimension: definition.outline.dimension,
    harness,
    model: record.coordinates.model,
    repeat: record.coordinates.seed,
    agentLayer: kept.agentLayer,
    score: sheetScores(definition.lines, kept.verdicts as never),
  };
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

const rate = (given: Rate | null): HarnessSheet['agentSuccess'] =>
  given && { ...given, interval: { lo: given.interval.lo, hi: given.interval.hi } };

const layer = ({ micro, macro }: LayerScore): HarnessSheet['harnessLayer'] => ({
  micro: rate(micro),
  macro: macro?.mean ?? null,
});

const NO_LAYER: HarnessSheet['pinned'] = { micro: null, macro: null };

function countsOf(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

function sheetOf(harness: string, outcomes: readonly ScoredOutcome[]): HarnessSheet {
  const runs = outcomes.map(scoredRun);
  const all = aggregateRuns(runs.map((run) => ({ ...run, agentLayer: 'pinned' })));
  const of = (agentLayer: AgentLayer) => {
    const own = runs.filter((run) => run.agentLayer === agentLayer);
    return own.length === 0 ? undefined : aggregateRuns(own);
  };
  const pinned = of('pinned');
  const live = of('live');
  const attributions = outcomes.map(({ definition, kept }) => attributeKept(definition, kept).attribution);
  return {
    harness,
    runs: runs.length,
    trials: new Set(runs.map(({ trial }) => trial)).size,
    harnessLayer: layer(all.harness),
    pinned: pinned?.agent ? layer(pinned.agent) : NO_LAYER,
    live: live?.agent ? layer(live.agent) : NO_LAYER,
    agentSuccess: rate(live?.agentSuccess ?? null),
    unjudged: outcomes.reduce((sum, { kept }) => sum + kept.leftOut.length, 0),
    clean: runs.filter(({ score }) => score.clean).length,
    verified: outcomes.filter(({ kept }) => kept.verified).length,
    points: mean(runs.map(({ score }) => score.points)),
    labels: countsOf(attributions.map(({ label }) => label)),
    links: countsOf(attributions.flatMap(({ activated }) => activated)),
  };
}

function cellOf(trial: string, harness: string, outcomes: readonly TrialOutcome[]): TrialGridCell {
  const scored = scoredOutcomes(outcomes).map(scoredRun);
  const other = outcomes.find(({ state }) => state !== 'scored');
  const state = scored.length > 0 ? 'scored' : (other?.state ?? 'missing');
  return {
    trial,
    harness,
    state,
    runs: scored.length,
    held: mean(scored.map(({ score }) => score.harness.held / score.harness.total)),
    agent: mean(scored.map(({ score }) => score.agent.held / score.agent.total)),
    reason: state === 'scored' ? '' : (other?.reason ?? ''),
  };
}

function ledgerOf(outcomes: readonly TrialOutcome[]): TrialReport['ledger'] {
  const count = (state: TrialOutcome['state']): number =>
    outcomes.filter((outcome) => outcome.state === state).length;
  return {
    planned: outcomes.length,
    scored: count('scored'),
    unsupported: count('unsupported'),
    nonComparable: count('non-comparable'),
    errored: count('errored'),
    timedOut: count('timed-out'),
    missing: count('missing'),
    replaced: outcomes.reduce((sum, { replaced }) => sum + replaced, 0),
  };
}

export interface TrialReportOptions {
  /** Whose verdicts on rubrics count. @default the only judge that the archive has */
  readonly judge?: string;
  /** @default the list prices that come with Measurand */
  readonly prices?: Prices;
}

function modeOf(outcomes: readonly TrialOutcome[]): TrialReport['mode'] {
  const live = outcomes.filter(({ record }) => record.coordinates.profile === LIVE).length;
  if (live === 0) return 'scripted';
  return live === outcomes.length ? 'live' : 'mixed';
}

/**
 * What the runs of trials in an archive show. With a plan, what is not held counts as missing.
 *
 * @throws MeasurandError `archive-corrupt`
 */
export function trialReport(
  archive: EpisodeArchive,
  planned: readonly EpisodeCoordinates[] = [],
  { judge, prices = readPrices() }: TrialReportOptions = {},
): TrialReport {
  const outcomes = trialOutcomes(archive, planned, judge);
  const scored = scoredOutcomes(outcomes);
  const differences = trialDifferences(archive, scored);
  const named = new Set(outcomes.map(({ trial }) => trial));
  const trials = TRIALS.filter(({ id }) => named.has(id));
  const harnesses = [...new Set(outcomes.map(({ harness }) => harness))];
  const of = <T extends TrialOutcome>(all: readonly T[], harness: string): readonly T[] =>
    all.filter((outcome) => outcome.harness === harness);
  return {
    format: 'measurand.trial-report/1',
    mode: modeOf(outcomes),
    trials: trials.map(({ id, outline, lines }) => ({
      id,
      title: outline.title,
      dimension: outline.dimension,
      leftOut: rubricLines(lines).map((line) => line.id),
    })),
    ledger: ledgerOf(outcomes),
    sheets: harnesses.flatMap((harness) => {
      const own = of(scored, harness);
      return own.length === 0 ? [] : [sheetOf(harness, own)];
    }),
    layers: trialLayers(
      scored.map((outcome) => ({ ...scoredRun(outcome), harness: outcome.record.coordinates.scaffold })),
    ),
    cells: harnesses.flatMap((harness) =>
      trials.map(({ id }) =>
        cellOf(
          id,
          harness,
          of(outcomes, harness).filter(({ trial }) => trial === id),
        ),
      ),
    ),
    cases: [...trialCases(archive, scored)],
    differences,
    aligned: [...alignedTrials(archive, scored, differences)],
    live: liveUse(scored, prices),
    judging: judgingUse(scored, judgesIn(archive), judge, prices),
    repeats: trialRepeats(scored),
    notes: [...unknownTrials(outcomes), ...earlierFiles(archive), ...Object.values(NOTES)],
  };
}

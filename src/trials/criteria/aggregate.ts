import { MeasurandError } from '../../core/errors.ts';
import { type ClusteredMean, clusteredMean } from '../../stats/clustered.ts';
import { wilsonInterval } from '../../stats/proportion.ts';
import type { Interval } from '../../stats/result.ts';
import type { SheetScore, TrialScore } from './resolve.ts';

/**
 * What an Agent sheet of a run means. `live`: a model chose. `pinned`: a script that obeys, so what any obedient model
 * would have had. `none`: the deliverable is a constant of the script.
 */
export type AgentLayer = 'live' | 'pinned' | 'none';

/** One admitted run with both sheets resolved. */
export interface ScoredRun {
  readonly trial: string;
  readonly dimension: string;
  readonly harness: string;
  readonly model: string;
  readonly repeat: number;
  readonly agentLayer: AgentLayer;
  readonly score: TrialScore;
}

/** k of n, with Wilson's 95 % interval. */
export interface Rate {
  readonly k: number;
  readonly n: number;
  readonly share: number;
  readonly interval: Interval;
}

export function rateOf(k: number, n: number): Rate | null {
  return n === 0 ? null : { k, n, share: k / n, interval: wilsonInterval(k, n) };
}

/** One layer over many runs. Micro is weighted by criteria, macro by runs, clustered by trial. */
export interface LayerScore {
  readonly micro: Rate | null;
  readonly macro: ClusteredMean | null;
}

/** Runs by whether each layer is without a zero: the four cells of the paper's contingency table. */
export interface Contingency {
  readonly both: number;
  /** Agent success despite a failed harness criterion. */
  readonly agentOnly: number;
  readonly harnessOnly: number;
  /** Joint shortfall. */
  readonly neither: number;
}

export interface TrialAggregate {
  readonly runs: number;
  readonly agentLayer: AgentLayer;
  readonly harness: LayerScore;
  /** Null when the Agent layer is `none`. */
  readonly agent: LayerScore | null;
  readonly agentSuccess: Rate | null;
  readonly clean: Rate | null;
  readonly contingency: Contingency | null;
}

function layerOf(runs: readonly ScoredRun[], sheet: (score: TrialScore) => SheetScore): LayerScore {
  const sheets = runs.map(({ score }) => sheet(score));
  const sum = (of: (sheet: SheetScore) => number): number =>
    sheets.reduce((total, each) => total + of(each), 0);
  const shares = sheets.map(({ held, total }) => held / total);
  return {
    micro: rateOf(
      sum(({ held }) => held),
      sum(({ total }) => total),
    ),
    macro:
      runs.length === 0
        ? null
        : clusteredMean(
            shares,
            runs.map(({ trial }) => trial),
          ),
  };
}

function contingencyOf(runs: readonly ScoredRun[]): Contingency {
  const count = (agent: boolean, harness: boolean): number =>
    runs.filter(({ score }) => score.agentSuccess === agent && (score.harness.zeros.length === 0) === harness)
      .length;
  return {
    both: count(true, true),
    agentOnly: count(true, false),
    harnessOnly: count(false, true),
    neither: count(false, false),
  };
}

/**
 * Both layers over runs of one kind. Pinned outcomes of scripts and live Agent scores are never averaged together.
 *
 * @throws MeasurandError `mixed-agent-layers` when the runs differ in what their Agent sheet means; `empty` without runs
 */
export function aggregateRuns(runs: readonly ScoredRun[]): TrialAggregate {
  const [first] = runs;
  if (!first) throw new MeasurandError('empty', 'no run to aggregate');
  const { agentLayer } = first;
  const other = runs.find((run) => run.agentLayer !== agentLayer);
  if (other) {
    throw new MeasurandError(
      'mixed-agent-layers',
      `${first.trial} is ${agentLayer} and ${other.trial} is ${other.agentLayer}`,
      { next: 'Aggregate live runs and scripted runs apart' },
    );
  }
  const scored = agentLayer !== 'none';
  const rate = (holds: (score: TrialScore) => boolean): Rate | null =>
    scored ? rateOf(runs.filter(({ score }) => holds(score)).length, runs.length) : null;
  return {
    runs: runs.length,
    agentLayer,
    harness: layerOf(runs, ({ harness }) => harness),
    agent: scored ? layerOf(runs, ({ agent }) => agent) : null,
    agentSuccess: rate(({ agentSuccess }) => agentSuccess),
    clean: rate(({ clean }) => clean),
    contingency: scored ? contingencyOf(runs) : null,
  };
}

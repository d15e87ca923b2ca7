import type { EpisodeArchive } from '../../archive/archive.ts';
import { openArchive, readArchive } from '../../archive/folder.ts';
import type { EpisodeRecord, RunControl } from '../../core/contracts/index.ts';
import { readPrices } from '../../models/prices/prices.ts';
import type { TrialReport } from '../../report/trials/document.ts';
import { TRIALS } from '../../trials/suite/all-trials.ts';
import type { Trial } from '../../trials/suite/define-trial.ts';
import { isTrialFile, namedTrials } from '../../trials/suite/load-trial.ts';
import { type JudgementFlaw, judgementFlaws } from './judged-again.ts';
import { type JudgedNow, type JudgeSettings, judgeArchive } from './judging.ts';
import { type KeptRun, keptPacket } from './kept-run.ts';
import { requireKnownTrials, trialOutcomes } from './outcomes.ts';
import { trialReport } from './report.ts';

/** A kept verdict that its own packet does not give. */
export interface VerdictDifference {
  readonly episode: string;
  readonly criterion: string;
  readonly kept: number;
  readonly again: number;
}

/** Runs of trials with every verdict decided again. */
export interface ScoredTrials {
  readonly format: 'measurand.trial-score/1';
  readonly decided: number;
  readonly differences: readonly VerdictDifference[];
  /** Judgements that do not follow from what is kept with them. */
  readonly flaws: readonly JudgementFlaw[];
  /** Present when a judge was named. */
  readonly judged?: JudgedNow;
  readonly report: TrialReport;
}

export interface ScoreTrialsOptions extends RunControl {
  readonly archive: string;
  /** Has the rubrics of all runs judged first, and counts the verdicts of this judge. */
  readonly judge?: JudgeSettings;
  /** Files of trials of one's own that the archive has runs of. */
  readonly trials?: readonly string[];
  /** Catalogue of prices. @default the list prices that come with Measurand */
  readonly prices?: string;
}

/** Each line of a run that has a packet: its kept state, and the one that its rule gives for the packet now. */
function decidedAgain(
  archive: EpisodeArchive,
  record: EpisodeRecord,
  kept: KeptRun,
  trial: Trial,
): readonly VerdictDifference[] {
  const values = trial.valuesFor(kept.seed);
  return trial.lines.flatMap((line) => {
    const verdict = kept.verdicts.find(({ criterion }) => criterion === line.id);
    const packet = keptPacket(archive, record, line.id);
    if (!('rule' in line.decidedBy) || !verdict || !packet) return [];
    const open = packet.missing.length > 0 || packet.leftOut.length > 0;
    const again = open ? 0 : line.decidedBy.rule.decide(packet.items, values).state;
    return [{ episode: record.id, criterion: line.id, kept: verdict.state, again }];
  });
}

async function judgedBy(
  folder: string,
  settings: JudgeSettings | undefined,
  control: RunControl,
): Promise<JudgedNow | undefined> {
  if (!settings) return undefined;
  using archive = openArchive(folder);
  return await judgeArchive(archive, settings, control);
}

/**
 * Decides every verdict of an archive again, from the kept packet and nothing else, and reports what the archive shows.
 * With a judge, the rubrics are judged first; a judgement that is held is not asked for again.
 *
 * @throws MeasurandError `not-an-archive`, `archive-corrupt`, `no-trials`, `unknown-trial`, what {@link judgeArchive} throws; the reason of the signal
 */
export async function scoreTrials(options: ScoreTrialsOptions): Promise<ScoredTrials> {
  const { archive: folder, judge, prices, trials = [], ...control } = options;
  await namedTrials(trials.filter(isTrialFile));
  const judged = await judgedBy(folder, judge, control);
  using archive = readArchive(folder);
  const outcomes = trialOutcomes(archive, [], judge?.model);
  requireKnownTrials(outcomes, folder);
  const counted = outcomes.flatMap(({ record, kept, judgement }) => {
    control.signal?.throwIfAborted();
    const trial = TRIALS.find(({ id }) => id === kept?.trial);
    return kept && trial ? [{ record, kept, trial, judgement }] : [];
  });
  const verdicts = counted.flatMap(({ record, kept, trial }) => decidedAgain(archive, record, kept, trial));
  return {
    format: 'measurand.trial-score/1',
    decided: verdicts.length,
    differences: verdicts.filter(({ kept, again }) => kept !== again),
    flaws: counted.flatMap(({ record, kept, trial, judgement }) =>
      judgement ? judgementFlaws(archive, record, { kept, judgement, trial }) : [],
    ),
    ...(judged ? { judged } : {}),
    report: trialReport(archive, [], {
      prices: readPrices(prices),
      ...(judge ? { judge: judge.model } : {}),
    }),
  };
}

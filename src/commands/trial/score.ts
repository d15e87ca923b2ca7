import type { EpisodeArchive } from '../../archive/archive.ts';
import { readArchive } from '../../archive/folder.ts';
import type { EpisodeRecord } from '../../core/contracts/index.ts';
import type { TrialReport } from '../../report/trials/document.ts';
import { TRIALS } from '../../trials/suite/all-trials.ts';
import type { Trial } from '../../trials/suite/define-trial.ts';
import { type KeptRun, keptPacket } from './kept-run.ts';
import { trialOutcomes } from './outcomes.ts';
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
  readonly report: TrialReport;
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

/**
 * Decides every verdict of an archive again, from the kept packet and nothing else, and reports what the archive shows.
 *
 * @throws MeasurandError `not-an-archive`, `archive-corrupt`; the reason of the signal
 */
export function scoreTrials({
  archive: folder,
  signal,
}: {
  readonly archive: string;
  readonly signal?: AbortSignal;
}): ScoredTrials {
  using archive = readArchive(folder);
  const verdicts = trialOutcomes(archive).flatMap(({ record, kept }) => {
    signal?.throwIfAborted();
    const trial = TRIALS.find(({ id }) => id === kept?.trial);
    return kept && trial ? decidedAgain(archive, record, kept, trial) : [];
  });
  return {
    format: 'measurand.trial-score/1',
    decided: verdicts.length,
    differences: verdicts.filter(({ kept, again }) => kept !== again),
    report: trialReport(archive),
  };
}

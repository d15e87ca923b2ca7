import type { EpisodeArchive } from '../../archive/archive.ts';
import { episodeId } from '../../archive/episode-digests.ts';
import { byCodePoint, canonicalJson } from '../../core/canonical.ts';
import type { EpisodeCoordinates, EpisodeRecord } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import { bareRecord } from '../../study/records.ts';
import { TRIALS } from '../../trials/suite/all-trials.ts';
import { attemptsOf, countsAtOnce, isOfEarlierFile, LIVE, TRIAL_SUITE } from './cells.ts';
import { type KeptJudgement, keptJudgements } from './kept-judgement.ts';
import { type KeptRun, keptRun } from './kept-run.ts';

type OutcomeState = 'scored' | 'unsupported' | 'non-comparable' | 'errored' | 'timed-out' | 'missing';

/** One planned run with the attempt that counts for it. */
export interface TrialOutcome {
  readonly trial: string;
  /** With its version; in live runs with the model too. */
  readonly harness: string;
  readonly state: OutcomeState;
  readonly reason: string;
  readonly record: EpisodeRecord;
  readonly kept: KeptRun | undefined;
  /** Attempts that this one replaced. */
  readonly replaced: number;
  /** What a judge made of its rubrics; its verdicts are among those of `kept`. */
  readonly judgement?: KeptJudgement;
}

function stateOf({ state, stop }: EpisodeRecord): OutcomeState {
  if (state === 'excluded') return stop.startsWith('unsupported') ? 'unsupported' : 'non-comparable';
  return state === 'errored' || state === 'timed-out' || state === 'missing' ? state : 'scored';
}

/** What was tried: a harness, and with a live model both, so that no sum is ever over scripted runs and live ones. */
const triedAs = ({ profile, scaffold, model }: EpisodeCoordinates): string =>
  profile === LIVE ? `${scaffold} × ${model}` : scaffold;

/** A run with the verdicts of its judge beside those of the rules. */
function withVerdicts(kept: KeptRun, { verdicts }: KeptJudgement): KeptRun {
  const judged = new Set(verdicts.map(({ criterion }) => criterion));
  return {
    ...kept,
    verdicts: [...kept.verdicts, ...verdicts],
    leftOut: kept.leftOut.filter((id) => !judged.has(id)),
  };
}

type Judgements = ReadonlyMap<string, KeptJudgement>;

/** The counted attempt is the first whose apparatus held and that ended in time, else the last one. */
function outcomeOf(
  archive: EpisodeArchive,
  coordinates: EpisodeCoordinates,
  judgements: Judgements,
): TrialOutcome {
  const attempts = attemptsOf(coordinates).flatMap((each) => archive.get(episodeId(each)) ?? []);
  const record =
    attempts.find(({ state }) => countsAtOnce(state)) ??
    attempts.at(-1) ??
    bareRecord(coordinates, 'missing', 'never finished');
  const judgement = judgements.get(record.id);
  const kept = keptRun(archive, record);
  return {
    trial: coordinates.task,
    harness: triedAs(coordinates),
    state: stateOf(record),
    reason: record.error?.message ?? record.stop,
    record,
    kept: kept && judgement ? withVerdicts(kept, judgement) : kept,
    ...(judgement ? { judgement } : {}),
    replaced: Math.max(0, attempts.length - 1),
  };
}

/** Everybody whose judgements an archive has, in order. */
export const judgesIn = (archive: EpisodeArchive): readonly string[] =>
  [...keptJudgements(archive).keys()].sort(byCodePoint);

/** The judgements that count: those of the judge that is named, else of the only one that there is. */
function judgementsOf(archive: EpisodeArchive, judge: string | undefined): Judgements {
  const judges = keptJudgements(archive);
  if (judge !== undefined) return judges.get(judge) ?? new Map();
  const [only = new Map<string, KeptJudgement>(), ...others] = judges.values();
  return others.length === 0 ? only : new Map();
}

/**
 * Refuses an archive of which nothing could be decided, so that nothing is taken for a pass.
 *
 * @throws MeasurandError `no-trials`, or `unknown-trial` where all runs are of trials of one's own that nobody named
 */
export function requireKnownTrials(outcomes: readonly TrialOutcome[], folder: string): void {
  if (outcomes.length === 0) {
    throw new MeasurandError('no-trials', 'the archive holds no run of a trial', {
      file: folder,
      next: 'measurand verify scores the episodes of other archives again',
    });
  }
  const ids = [...new Set(outcomes.map(({ trial }) => trial))];
  if (ids.some((id) => TRIALS.some((trial) => trial.id === id))) return;
  throw new MeasurandError('unknown-trial', `none of its trials is known here: ${ids.join(', ')}`, {
    kind: 'unsupported',
    file: folder,
    next: "Trials of one's own are read from their files: name them with --trial",
  });
}

/**
 * Runs of trials that an archive holds, by their coordinates without the attempt; those planned besides are `missing`. Runs
 * of a trial of one's own that was edited since are left out.
 *
 * @param judge whose verdicts count. @default the only one that the archive has, and none where it has several
 */
export function trialOutcomes(
  archive: EpisodeArchive,
  planned: readonly EpisodeCoordinates[] = [],
  judge?: string,
): readonly TrialOutcome[] {
  const judgements = judgementsOf(archive, judge);
  const runs = new Map<string, EpisodeCoordinates>();
  const note = (coordinates: EpisodeCoordinates): void => {
    const first = { ...coordinates, arm: '' };
    const key = canonicalJson(first as unknown as JsonValue);
    if (!runs.has(key)) runs.set(key, first);
  };
  for (const coordinates of planned) note(coordinates);
  if (planned.length === 0) {
    for (const { coordinates } of archive.records()) {
      if (coordinates.suite === TRIAL_SUITE && !isOfEarlierFile(coordinates)) note(coordinates);
    }
  }
  return [...runs.values()].map((coordinates) => outcomeOf(archive, coordinates, judgements));
}

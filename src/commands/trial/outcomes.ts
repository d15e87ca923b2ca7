import type { EpisodeArchive } from '../../archive/archive.ts';
import { episodeId } from '../../archive/episode-digests.ts';
import { canonicalJson } from '../../core/canonical.ts';
import type { EpisodeCoordinates, EpisodeRecord } from '../../core/contracts/index.ts';
import type { JsonValue } from '../../core/json.ts';
import { bareRecord } from '../../study/records.ts';
import { attemptsOf, TRIAL_SUITE } from './cells.ts';
import { type KeptRun, keptRun } from './kept-run.ts';

type OutcomeState = 'scored' | 'unsupported' | 'non-comparable' | 'errored' | 'timed-out' | 'missing';

/** One planned run with the attempt that counts for it. */
export interface TrialOutcome {
  readonly trial: string;
  readonly harness: string;
  readonly state: OutcomeState;
  readonly reason: string;
  readonly record: EpisodeRecord;
  readonly kept: KeptRun | undefined;
  /** Attempts that this one replaced. */
  readonly replaced: number;
}

function stateOf({ state, stop }: EpisodeRecord): OutcomeState {
  if (state === 'excluded') return stop.startsWith('unsupported') ? 'unsupported' : 'non-comparable';
  return state === 'errored' || state === 'timed-out' || state === 'missing' ? state : 'scored';
}

/** The counted attempt is the first whose apparatus held, else the last one. */
function outcomeOf(archive: EpisodeArchive, coordinates: EpisodeCoordinates): TrialOutcome {
  const attempts = attemptsOf(coordinates).flatMap((each) => archive.get(episodeId(each)) ?? []);
  const record =
    attempts.find(({ state }) => state !== 'errored') ??
    attempts.at(-1) ??
    bareRecord(coordinates, 'missing', 'never finished');
  return {
    trial: coordinates.task,
    harness: coordinates.scaffold,
    state: stateOf(record),
    reason: record.error?.message ?? record.stop,
    record,
    kept: keptRun(archive, record),
    replaced: Math.max(0, attempts.length - 1),
  };
}

/** Runs of trials that an archive holds, by their coordinates without the attempt; those planned besides are `missing`. */
export function trialOutcomes(
  archive: EpisodeArchive,
  planned: readonly EpisodeCoordinates[] = [],
): readonly TrialOutcome[] {
  const runs = new Map<string, EpisodeCoordinates>();
  const note = (coordinates: EpisodeCoordinates): void => {
    const first = { ...coordinates, arm: '' };
    const key = canonicalJson(first as unknown as JsonValue);
    if (!runs.has(key)) runs.set(key, first);
  };
  for (const coordinates of planned) note(coordinates);
  if (planned.length === 0) {
    for (const { coordinates } of archive.records()) if (coordinates.suite === TRIAL_SUITE) note(coordinates);
  }
  return [...runs.values()].map((coordinates) => outcomeOf(archive, coordinates));
}

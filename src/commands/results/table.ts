import type { LoggedRun } from '../../study/results/run.ts';
import type { EpisodeRow } from '../stats/episode-row.ts';

/** What a log does not say is an empty word, which no group is told apart by. */
const UNSAID = { profile: '', protocol: '', arm: '', settings: {} } as unknown as NonNullable<
  LoggedRun['own']
>;

/** A run as a row of the table that statistics are computed from. */
export function rowOf({
  suite,
  task,
  trial,
  model,
  scaffold,
  own,
  state,
  scores,
  error,
}: LoggedRun): EpisodeRow {
  const values = scores.flatMap(({ scorer, value }) => (value === null ? [] : [{ scorer, value }]));
  return {
    coordinates: { suite, task, seed: trial, model, scaffold, ...(own ?? UNSAID) },
    state,
    scores: values,
    ...(error ? { error: { code: error.code } } : {}),
  };
}

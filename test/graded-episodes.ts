import type { EpisodeCoordinates, EpisodeRecord, EpisodeState } from '../src/core/contracts/index.ts';
import { bareRecord } from '../src/study/records.ts';

/** Coordinates of a made-up episode; what is not named is the same for all. */
export function coordinatesOf(named: Partial<EpisodeCoordinates>): EpisodeCoordinates {
  return {
    suite: 'made-up',
    profile: 'plain',
    task: 't1',
    seed: 0,
    model: 'm1',
    scaffold: 'l2',
    protocol: 'single',
    arm: '',
    settings: { rows: 10 },
    ...named,
  };
}

/** A record with one score; without a value, one that ended in the state named. */
export function graded(
  named: Partial<EpisodeCoordinates>,
  value: number | EpisodeState,
  scorer = 'truth',
): EpisodeRecord {
  if (typeof value === 'string') return bareRecord(coordinatesOf(named), value, 'made up');
  return {
    ...bareRecord(coordinatesOf(named), 'scored', 'submitted'),
    scores: [{ scorer, value, parts: {}, notes: [] }],
  };
}

/** A full grid of models, tasks and seeds, each episode with the value that `of` gives. */
export function gradedGrid(
  { models, tasks, seeds }: { readonly models: number; readonly tasks: number; readonly seeds: number },
  of: (model: number, task: number, seed: number) => number | EpisodeState,
): readonly EpisodeRecord[] {
  const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);
  return upTo(models).flatMap((m) =>
    upTo(tasks).flatMap((t) =>
      upTo(seeds).map((seed) => graded({ model: `m${m}`, task: `t${t}`, seed }, of(m, t, seed))),
    ),
  );
}

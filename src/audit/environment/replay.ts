import type { Verdict } from '../types.ts';
import type { TaskWalk } from './walks.ts';

export interface Replay {
  /** Walks that were done twice, the second time in reverse order, so that leaked state would show. */
  readonly walks: number;
  readonly walksDiffering: number;
  /** Episodes that were run twice, models and scaffolds included. */
  readonly episodes: number;
  readonly episodesDiffering: number;
  readonly differing: readonly string[];
}

/**
 * Whether the same (task, seed), walked or played again, gives the same bytes.
 *
 * @param first digests of episodes by id, of a first and of a second run
 */
export function replay(
  walks: readonly TaskWalk[],
  again: readonly TaskWalk[],
  first: ReadonlyMap<string, string>,
  second: ReadonlyMap<string, string>,
): Replay {
  const key = (walk: TaskWalk): string => `${walk.task}:${walk.seed}`;
  const content = (walk: TaskWalk): string => `${walk.truthDigest}:${walk.serviceDigest}`;
  const later = new Map(again.map((walk) => [key(walk), content(walk)]));
  const walksDiffering = walks.filter((walk) => later.get(key(walk)) !== content(walk)).map(key);
  const episodesDiffering = [...first].filter(([id, digest]) => second.get(id) !== digest).map(([id]) => id);
  return {
    walks: walks.length,
    walksDiffering: walksDiffering.length,
    episodes: first.size,
    episodesDiffering: episodesDiffering.length,
    differing: [...walksDiffering, ...episodesDiffering],
  };
}

export function replayVerdict({ walks, walksDiffering, episodesDiffering }: Replay): Verdict {
  if (walks === 0) return 'not-probed';
  return walksDiffering + episodesDiffering === 0 ? 'pass' : 'fail';
}

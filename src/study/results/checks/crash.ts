import type { LoggedScore, Mark } from '../run.ts';

/** What it means that a run which erred was scored all the same. */
export function crashMarks(scores: readonly LoggedScore[], error: string, field: string): readonly Mark[] {
  return scores.flatMap(({ scorer, value }): readonly Mark[] => {
    if (value === 0)
      return [{ check: 'crash-as-minimum', what: `it ended by ${error}, and ${scorer} is 0`, field }];
    if (value === 1)
      return [{ check: 'crash-as-success', what: `it ended by ${error}, and ${scorer} is 1`, field }];
    return [];
  });
}

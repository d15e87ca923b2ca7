import type { Task } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { SCORERS } from '../../scorers/registry.ts';
import { releaseGrader } from '../../scorers/shape-judge/released.ts';
import { publishedTask } from '../../tasks/comtrade/published/index.ts';
import { taskNamed } from '../../tasks/registry.ts';
import { type ServedEpisode, type ServeTaskOptions, serveTask } from './serve-task.ts';

export interface ServeOptions extends Omit<ServeTaskOptions, 'scorers'> {
  /** `comtrade`, the one built-in suite. */
  readonly suite: string;
  readonly profile: string;
  readonly task: string;
}

/** The release's own submit tool answers with the judge's grade, so the served one does too. */
function builtInTask({ suite, profile, task }: ServeOptions): Task {
  if (suite !== 'comtrade') {
    throw new MeasurandError('unknown-suite', `There is no suite ${JSON.stringify(suite)}`, {
      field: 'suite',
      next: 'Choose comtrade',
    });
  }
  return profile === 'as-published'
    ? publishedTask(task, { grade: releaseGrader })
    : taskNamed(profile, task);
}

/**
 * Serves one episode of a built-in task, as `measurand serve` does, and scores what was submitted by every built-in
 * scorer.
 *
 * @throws MeasurandError `unknown-suite`, `unknown-profile`, `unknown-task`, `invalid-seed`, and what `serveTask` throws
 */
export function serve(options: ServeOptions): Promise<ServedEpisode> {
  return serveTask(builtInTask(options), { ...options, scorers: SCORERS });
}

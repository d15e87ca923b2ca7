import type { Task } from '../../../core/contracts/index.ts';
import { COMTRADE_DEFINITIONS } from '../definitions.ts';
import { type PublishedTaskOptions, publishedTaskOf } from './task.ts';

export type { ReleaseGrade, ReleaseGrader } from './grader.ts';
export { ReleaseSession } from './session.ts';
export { type PublishedTaskOptions, publishedTask, publishedTaskOf } from './task.ts';

/** All eleven tasks of the `as-published` profile, in the paper's order, T9_clean_ab last. */
export function publishedTasks(options: PublishedTaskOptions = {}): readonly Task[] {
  return COMTRADE_DEFINITIONS.map((definition) => publishedTaskOf(definition, options));
}

import type { StudyFile } from './schema.ts';

/**
 * Declares a study in a module, with completion and type checks: `export default defineStudy({ … })`. Gives its argument
 * back; names and the grid are checked when `measurand plan` or `measurand run` reads the module.
 */
export function defineStudy(study: StudyFile): StudyFile {
  return study;
}

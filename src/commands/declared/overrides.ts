import { MeasurandError } from '../../core/errors.ts';
import type { StudyFile } from '../../study/declaration/schema.ts';
import type { RunOptions } from '../run.ts';

/** Options that lie over what a study file says. */
const OVER = [
  'models',
  'seeds',
  'tasks',
  'scaffolds',
  'profile',
  'protocol',
  'stressors',
  'scorers',
] as const;

/** The fields of a study that the options of a run set. */
export function overridesOf(options: RunOptions): Partial<StudyFile> {
  const given = OVER.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]);
  return Object.fromEntries(given) as Partial<StudyFile>;
}

/** What is frozen is the file, so nothing may lie over it while it is being frozen. */
export function refuseWhileFreezing(options: RunOptions): void {
  const [first] = Object.keys(overridesOf(options));
  if (first === undefined) return;
  throw new MeasurandError(
    'invalid-usage',
    `--freeze registers the file as it stands, and --${first} changes it`,
    {
      next: `Write ${first} into the file, or leave --${first} away`,
    },
  );
}

import { MeasurandError } from '../core/errors.ts';
import { isStudyPath } from '../study/declaration/source.ts';
import { planOf, type StudyPlan } from '../study/plan/plan.ts';
import { deviationsOf } from '../study/preregistration/deviations.ts';
import { besideStudy, readPreregistration } from '../study/preregistration/file.ts';
import { openDesign } from './declared/planned-declared.ts';
import type { RunOptions } from './run.ts';

/** The study, and what may lie over it, as for a run. */
export type PlanOptions = Pick<
  RunOptions,
  | 'study'
  | 'models'
  | 'seeds'
  | 'tasks'
  | 'scaffolds'
  | 'profile'
  | 'protocol'
  | 'stressors'
  | 'scorers'
  | 'signal'
  | 'onProgress'
>;

export interface PlanReport extends StudyPlan {
  /** The registration beside the study file, and how this plan deviates from it; null when nothing is frozen. */
  readonly registration: {
    readonly file: string;
    readonly digest: string;
    readonly deviations: readonly string[];
  } | null;
}

/**
 * Prices a study before it runs: episodes, tokens, cost, time, what it can find, and what it cannot identify.
 *
 * @throws MeasurandError `invalid-usage` for the name of a built-in study, and what study files and grids refuse
 */
export async function planStudy(options: PlanOptions): Promise<PlanReport> {
  const { study, signal, onProgress } = options;
  if (study !== 'grid' && !isStudyPath(study)) {
    throw new MeasurandError('invalid-usage', `${JSON.stringify(study)} is neither grid nor a study file`, {
      next: 'The built-in studies stand in examples/ as files',
    });
  }
  const { design, content, file } = await openDesign(options);
  const plan = await planOf(design, {
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  const held = file === undefined ? undefined : readPreregistration(file);
  if (file === undefined || held === undefined) return { ...plan, registration: null };
  const deviations = deviationsOf(held.content, content).map(({ says }) => says);
  return { ...plan, registration: { file: besideStudy(file, 'prereg'), digest: held.digest, deviations } };
}

import { MeasurandError } from '../../core/errors.ts';
import { nearest } from '../../core/nearest.ts';
import type { StudyAnalysis } from '../../study/built-in.ts';
import type { AnalysisInput } from './analysis-input.ts';
import { forensics } from './forensics.ts';
import { builtInStudies } from './index.ts';
import { spectrum } from './spectrum/spectrum.ts';

type Analysis = (input: AnalysisInput) => StudyAnalysis;

const ANALYSES: ReadonlyMap<string, Analysis> = new Map<string, Analysis>([
  ...builtInStudies().map(
    (study) => [study.id, ({ records }: AnalysisInput) => study.analyse(records)] as const,
  ),
  ['forensics', forensics],
  ['spectrum', spectrum],
]);

/**
 * An analysis by the name that a study file gives it.
 *
 * @throws MeasurandError `unknown-analysis`, naming the nearest
 */
export function analysisNamed(name: string): Analysis {
  const analysis = ANALYSES.get(name);
  if (analysis) return analysis;
  const known = [...ANALYSES.keys()];
  const near = nearest(name, known);
  throw new MeasurandError('unknown-analysis', `There is no analysis ${JSON.stringify(name)}`, {
    field: 'analyses',
    next: near === undefined ? `Choose from ${known.join(', ')}` : `Did you mean ${near}?`,
  });
}

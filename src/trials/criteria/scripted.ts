import type { Criterion } from './criterion.ts';
import type { Line } from './line.ts';
import { resolveSheets, type TrialScore } from './resolve.ts';
import type { Verdict } from './verdict.ts';

/** The lines that rules decide: a scripted run is scored by them alone, and says so. */
export const ruleLines = (lines: readonly Line[]): readonly Criterion[] =>
  lines.filter(({ decidedBy }) => 'rule' in decidedBy);

/** The lines that wait for a judge. */
export const rubricLines = (lines: readonly Line[]): readonly Criterion[] =>
  lines.filter(({ decidedBy }) => 'rubric' in decidedBy);

/**
 * Both sheets of a scripted run over the lines that rules decide; rubrics are left out of both totals.
 *
 * @throws MeasurandError what `resolveSheets` throws
 */
export function scriptedScore(lines: readonly Line[], verdicts: readonly Verdict[]): TrialScore {
  return resolveSheets(ruleLines(lines), verdicts);
}

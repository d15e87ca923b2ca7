import type { Criterion } from './criterion.ts';
import type { Line } from './line.ts';
import { resolveSheets, type TrialScore } from './resolve.ts';
import type { Verdict } from './verdict.ts';

/** The lines that wait for a judge. */
export const rubricLines = (lines: readonly Line[]): readonly Criterion[] =>
  lines.filter(({ decidedBy }) => 'rubric' in decidedBy);

/**
 * Both sheets of a run. Rubrics that nobody judged, or whose judge gave no verdict, are left out of both totals.
 *
 * @throws MeasurandError what `resolveSheets` throws
 */
export function sheetScores(lines: readonly Line[], verdicts: readonly Verdict[]): TrialScore {
  const judged = new Set(verdicts.map(({ criterion }) => criterion));
  return resolveSheets(
    lines.filter(({ id, decidedBy }) => 'rule' in decidedBy || judged.has(id)),
    verdicts,
  );
}

import { PythonError } from '../../core/python/errors.ts';
import { round } from '../../core/python/float.ts';
import type { DataFindings } from './data-findings.ts';
import { DIMENSIONS, type Findings } from './report.ts';

const POINTS_EACH = 5;

const CHECKS = [
  { check: 'content', detail: 'data_integrity_pct', failure: 'Data validation error' },
  { check: 'types', detail: 'type_consistency_pct', failure: 'Type check error' },
  { check: 'ranges', detail: 'value_range_pct', failure: 'Value range check error' },
] as const;

/** Fifteen points: five for each share (reference §5, data quality). An exception costs its own check only. */
export function dataQualityPoints(data: DataFindings, { errors, details }: Findings): number {
  let points = 0;
  for (const { check, detail, failure } of CHECKS) {
    const share = data[check];
    if (share instanceof PythonError) {
      errors.push(`${failure}: ${share.message}`);
      continue;
    }
    points += share * POINTS_EACH;
    details[detail] = round(share * 100, 1);
  }
  return Math.min(DIMENSIONS.data_quality, points);
}

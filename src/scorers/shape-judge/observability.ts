import { round } from '../../core/python/float.ts';
import { repr } from '../../core/python/str.ts';
import type { PythonDict } from '../../core/python/value.ts';
import { DIMENSIONS, type Findings } from './report.ts';
import type { RunLog } from './run-log.ts';

const TRACEABLE = ['task_id', 'page', 'request', 'complete'];
const LEVELS = ['info', 'warn', 'error'];
const POINTS_PER_LEVEL = 0.67;
const STOP_WORDS = ['complete', 'finish', 'done', 'success', 'fail', 'error', 'stop'];

/** The words found in the log, or else in the metadata as Python prints it, keys, values and all, in lower case. */
function foundWords(metadata: PythonDict, log: RunLog): readonly string[] {
  let printed: string | undefined;
  return TRACEABLE.filter((word) => {
    if (log.has(word)) return true;
    printed ??= repr(metadata).toLowerCase();
    return printed.includes(word);
  });
}

/** Ten points, before the gates (reference §5, observability), for words in the log or in the metadata. */
export function observabilityPoints(
  metadata: PythonDict,
  log: RunLog,
  { errors, details }: Findings,
): number {
  details['log_line_count'] = log.lines;
  const found = foundWords(metadata, log);
  const missing = TRACEABLE.filter((word) => !found.includes(word));
  const share = found.length / TRACEABLE.length;
  details['traceable_fields_found'] = found;
  details['traceable_fields_missing'] = missing;
  details['traceability_pct'] = round(share * 100, 1);
  if (missing.length > 0) errors.push(`Missing traceable fields: ${repr(missing)}`);

  const levels = LEVELS.filter((level) => log.has(level)).length;
  details['log_levels_used'] = levels;

  const tellsStop = log.hasAny(STOP_WORDS) || metadata.has('stop_reason') || metadata.has('pagination_stats');
  details['has_stop_reason'] = tellsStop;
  if (!tellsStop) errors.push('No stop reason indicator found in log or metadata');

  const points = share * 6 + Math.min(2, levels * POINTS_PER_LEVEL);
  return Math.min(DIMENSIONS.observability, tellsStop ? points + 2 : points);
}

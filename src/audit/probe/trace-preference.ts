import type { Verdict } from '../types.ts';
import type { EditAcceptance } from './acceptance.ts';

/** Whether the scorer grades what a submission says of itself: the same true records under another report. */
export interface TracePreference {
  readonly resolution: number;
  readonly edits: number;
  readonly tried: number;
  /** Reports that moved the score although the records stayed the same. */
  readonly moved: number;
  readonly largestDrop: number;
  readonly byEdit: Readonly<Record<string, EditAcceptance>>;
}

/** @param byEdit acceptance of every edit of the report channel */
export function tracePreference(
  byEdit: Readonly<Record<string, EditAcceptance>>,
  resolution: number,
): TracePreference {
  const rows = Object.values(byEdit);
  return {
    resolution,
    edits: rows.length,
    tried: rows.reduce((sum, row) => sum + row.tried, 0),
    moved: rows.reduce((sum, row) => sum + row.tried - row.accepted + row.preferred, 0),
    largestDrop: rows.length === 0 ? 0 : Math.max(...rows.map((row) => row.largestDrop)),
    byEdit,
  };
}

/** Passes when no report moves the score of the same records. */
export function tracePreferenceVerdict({ tried, moved }: TracePreference): Verdict {
  if (tried === 0) return 'not-probed';
  return moved === 0 ? 'pass' : 'fail';
}

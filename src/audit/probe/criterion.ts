import type { Verdict } from '../types.ts';
import type { EditAcceptance } from './acceptance.ts';
import type { Falsification } from './falsifier.ts';

/** Criterion sensitivity, both ways: worse submissions must score lower, honest twins must not. */
export interface Criterion {
  readonly resolution: number;
  readonly degrading: {
    readonly edits: number;
    readonly tried: number;
    /** False accepts: worse submissions that scored as high as the correct one. */
    readonly accepted: number;
    /** Inversions: worse submissions that scored higher. */
    readonly preferred: number;
  };
  readonly twins: {
    readonly edits: number;
    readonly tried: number;
    /** False rejects: equivalent submissions that scored lower. */
    readonly rejected: number;
  };
  readonly byEdit: Readonly<Record<string, EditAcceptance>>;
  readonly falsifier: Falsification;
}

const total = (rows: readonly EditAcceptance[], of: 'tried' | 'accepted' | 'preferred'): number =>
  rows.reduce((sum, row) => sum + row[of], 0);

/**
 * @param byEdit acceptance of every edit of the data channel; undecided edits are kept and decide nothing
 */
export function criterion(
  byEdit: Readonly<Record<string, EditAcceptance>>,
  falsifier: Falsification,
  resolution: number,
): Criterion {
  const rows = Object.values(byEdit);
  const degrading = rows.filter((row) => row.effect === 'degrading');
  const twins = rows.filter((row) => row.effect === 'equivalent');
  return {
    resolution,
    degrading: {
      edits: degrading.length,
      tried: total(degrading, 'tried'),
      accepted: total(degrading, 'accepted'),
      preferred: total(degrading, 'preferred'),
    },
    twins: {
      edits: twins.length,
      tried: total(twins, 'tried'),
      rejected: total(twins, 'tried') - total(twins, 'accepted'),
    },
    byEdit,
    falsifier,
  };
}

/** Passes when no worse submission scored as high as the correct one and no honest twin scored lower. */
export function criterionVerdict({ degrading, twins, falsifier }: Criterion): Verdict {
  if (degrading.tried === 0 || falsifier.candidates === 0) return 'not-probed';
  if (degrading.accepted > 0 || falsifier.hits > 0 || twins.rejected > 0) return 'fail';
  return twins.tried === 0 ? 'not-probed' : 'pass';
}

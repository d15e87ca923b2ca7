import type { EpisodeRecord } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { QUOTA_DEATH } from '../../tasks/comtrade/adversity/environment.ts';
import { ADVERSITY_TASK } from '../../tasks/comtrade/adversity/parameters.ts';
import { comtradeDefinition } from '../../tasks/comtrade/definitions.ts';

/** The scorer that the B-series is read by. */
export const COVERAGE = 'coverage';

/** Records of the task: coverage is a whole number of them over this. */
export const TASK_ROWS = comtradeDefinition(ADVERSITY_TASK).rows;

/** What the B-series reads off one episode. */
export interface Reading {
  /** True records handed in, 0 to `TASK_ROWS`; null when the episode has no score. */
  readonly rows: number | null;
  /** Left out by a declared rule: no score is missing. */
  readonly excluded: boolean;
  /** The quota ran out while a page was still wanted. */
  readonly died: boolean;
  readonly skips: number;
  readonly retries: number;
  readonly faults: number;
}

/**
 * Coverage as the whole number of records that it stands for, so that differences are exact.
 *
 * @throws MeasurandError `missing-score`, `off-lattice`
 */
function coveredRows({ id, scores }: EpisodeRecord): number {
  const score = scores.find(({ scorer }) => scorer === COVERAGE);
  if (!score) {
    throw new MeasurandError('missing-score', 'a scored episode has no coverage', {
      record: id,
      next: `Score the study's episodes with ${COVERAGE}`,
    });
  }
  const rows = Math.round(score.value * TASK_ROWS);
  if (rows >= 0 && rows <= TASK_ROWS && Math.abs(score.value - rows / TASK_ROWS) < 1e-9) return rows;
  throw new MeasurandError(
    'off-lattice',
    `a coverage of ${score.value} is no number of ${TASK_ROWS} records`,
    {
      record: id,
      field: COVERAGE,
    },
  );
}

function rowsOf(record: EpisodeRecord): number | null {
  if (record.state === 'scored') return coveredRows(record);
  return record.state === 'no-submission' ? 0 : null;
}

/** @throws MeasurandError `missing-score`, `off-lattice` */
export function readEpisode(record: EpisodeRecord): Reading {
  const answered = (choice: string) =>
    record.decisions.reduce(
      (sum, made) => sum + (made.decision === 'retry' && made.choice === choice ? made.count : 0),
      0,
    );
  return {
    rows: rowsOf(record),
    excluded: record.state === 'excluded',
    died: record.faultsSeen.includes(QUOTA_DEATH),
    skips: answered('skip'),
    retries: answered('retry'),
    faults: record.counts.faults,
  };
}

import type { Submission } from '../../core/contracts/index.ts';
import type { ComtradeDefinition } from '../../tasks/comtrade/definitions.ts';
import type { ReleaseGrade, ReleaseGrader } from '../../tasks/comtrade/published/index.ts';
import { DATA_PART, LOG_PART, METADATA_PART } from '../../tasks/comtrade/submission.ts';
import { judgeFiles } from './judge.ts';
import type { JudgedFiles, JudgedTask } from './report.ts';

/** The files that a submission puts in the judge's folder. */
export function judgedFiles({ parts }: Submission): JudgedFiles {
  const { [DATA_PART]: data, [METADATA_PART]: metadata, [LOG_PART]: log } = parts;
  return {
    ...(data === undefined ? {} : { data }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(log === undefined ? {} : { log }),
  };
}

export function judgedTask({ id, query, rows, fault }: ComtradeDefinition): JudgedTask {
  return { id, query, totalRows: rows, faultMode: fault.mode };
}

/** What the release's submit tool makes of the judge's report: the answer that it sends to the agent. */
export const releaseGrader: ReleaseGrader = (submission, definition): ReleaseGrade => {
  const { reward, total, breakdown, errors } = judgeFiles(judgedFiles(submission), judgedTask(definition));
  return { reward, score: total, ...(breakdown ? { breakdown } : {}), errors, done: true };
};

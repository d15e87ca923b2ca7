import type { ResultReader } from '../run.ts';
import { harborJob, harborTrial } from './harbor/read.ts';
import { inspectEval, inspectJson } from './inspect/read.ts';
import { matrixCsv, matrixJson, matrixJsonLines, matrixParquet } from './matrix/read.ts';
import { promptfoo } from './promptfoo/read.ts';
import { swebenchPredictions, swebenchReport } from './swebench/report.ts';
import { tauFirst } from './tau/first.ts';
import { tauSecond } from './tau/second.ts';
import { tauSubmission } from './tau/submission.ts';
import { traceFile } from './trace.ts';

/** Every form of results that is read. */
export const RESULT_READERS: readonly ResultReader[] = [
  inspectEval,
  inspectJson,
  harborJob,
  harborTrial,
  tauFirst,
  tauSecond,
  tauSubmission,
  swebenchReport,
  swebenchPredictions,
  promptfoo,
  matrixCsv,
  matrixJson,
  matrixJsonLines,
  matrixParquet,
  traceFile,
];

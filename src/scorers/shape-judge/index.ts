export { judgeFiles } from './judge.ts';
export { judgedFiles, judgedTask, releaseGrader } from './released.ts';
export {
  type Breakdown,
  DIMENSIONS,
  type Dimension,
  type JudgedFiles,
  type JudgedTask,
  type JudgeReport,
} from './report.ts';
export { judgedTaskOf, shapeJudge } from './scorer.ts';

export { judgeFiles } from './judge.ts';
export { judgedTask, releaseGrader } from './released.ts';
export { DIMENSIONS, type Dimension, type JudgedFiles, type JudgedTask, type JudgeReport } from './report.ts';
export { shapeJudge } from './scorer.ts';

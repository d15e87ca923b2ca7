import type { Scorer, Task } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { isJsonObject } from '../../core/json.ts';
import { type ComtradeQuery, comtradeDefinition } from '../../tasks/comtrade/definitions.ts';
import { defineScorer } from '../define-scorer.ts';
import { judgeFiles } from './judge.ts';
import { judgedFiles, judgedTask } from './released.ts';
import { type Breakdown, DIMENSIONS, type Dimension, type JudgedTask } from './report.ts';

/** The total is rounded to one point in a thousand. */
const RESOLUTION = 0.001;

const VOID: Breakdown = Object.fromEntries(
  Object.keys(DIMENSIONS).map((name) => [name as Dimension, 0]),
) as Record<Dimension, number>;

/**
 * What the judge may know of a task: what the task's settings say, and for what they leave out, its definition.
 *
 * @throws MeasurandError `unsupported-task` for a task of another suite
 */
export function judgedTaskOf(task: Task): JudgedTask {
  if (task.suite !== 'comtrade') {
    throw new MeasurandError(
      'unsupported-task',
      `the judge knows the tasks of comtrade, not of ${task.suite}`,
      {
        record: task.id,
        kind: 'unsupported',
        next: 'Score it by another scorer',
      },
    );
  }
  const declared = judgedTask(comtradeDefinition(task.id));
  const { query, rows, fault } = task.settings;
  return {
    id: task.id,
    query: isJsonObject(query) ? (query as unknown as ComtradeQuery) : declared.query,
    totalRows: typeof rows === 'number' ? rows : declared.totalRows,
    faultMode: isJsonObject(fault) && typeof fault['mode'] === 'string' ? fault['mode'] : declared.faultMode,
  };
}

/**
 * The release's judge as a scorer. An object of study: it grades shape and self-report, and nothing that it says is truth.
 * A submission that breaks it is worth 0 in every dimension, with the exception as its note.
 */
export const shapeJudge: Scorer = defineScorer({
  id: 'shape-judge',
  kind: 'shape',
  title: "The release's six-dimension judge (an object of study)",
  resolution: RESOLUTION,
  grade(submission, { task }) {
    const report = judgeFiles(judgedFiles(submission), judgedTaskOf(task));
    const { raised } = report;
    return {
      scorer: 'shape-judge',
      value: report.reward,
      parts: report.breakdown ?? VOID,
      notes: raised ? [`The judge breaks on it: ${raised.type}: ${raised.message}`] : report.errors,
    };
  },
});

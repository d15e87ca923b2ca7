import type { EpisodeRecord, SubmissionProtocol } from '../../core/contracts/index.ts';
import { outputBudgetCap } from '../../stats/output-budget.ts';
import type { Verdict } from '../types.ts';

export interface OutputFloorTask {
  readonly truth: number;
  /** Rows that one reply can hold. */
  readonly rows: number;
  /** F1 that the cap allows a perfect model. */
  readonly cap: number;
  /** Lowest F1 that the perfect archetype reached when it was run under this protocol. */
  readonly executed: number;
}

export interface OutputFloor {
  readonly protocol: SubmissionProtocol;
  readonly outputTokens: number;
  readonly tokensPerRow: number;
  readonly tasks: number;
  /** Tasks on which even a perfect model cannot reach F1 = 1 through this interface. */
  readonly floored: number;
  readonly flooredTasks: readonly string[];
  readonly byTask: Readonly<Record<string, OutputFloorTask>>;
}

export interface OutputFloorOptions {
  readonly protocol: SubmissionProtocol;
  readonly outputTokens: number;
  readonly tokensPerRow: number;
  /** Truth size by task. */
  readonly truth: Readonly<Record<string, number>>;
  readonly scorer: string;
}

/**
 * What the submission interface alone allows (paper, A.6): when every row must pass through one reply, output budget
 * over tokens per row caps the rows, and so F1. `executed` says what the perfect archetype really reached.
 *
 * @param records episodes of the perfect archetype at L2 under the protocol
 */
export function outputFloor(records: readonly EpisodeRecord[], options: OutputFloorOptions): OutputFloor {
  const { protocol, outputTokens, tokensPerRow, truth, scorer } = options;
  const byTask = Object.fromEntries(
    Object.entries(truth).map(([task, rows]) => {
      const reached = records
        .filter(({ coordinates }) => coordinates.task === task && coordinates.protocol === protocol)
        .map((record) => record.scores.find((score) => score.scorer === scorer)?.value ?? 0);
      const cap = outputBudgetCap(outputTokens, tokensPerRow, rows);
      return [
        task,
        {
          truth: rows,
          rows: protocol === 'single' ? Math.min(cap.rows, rows) : rows,
          cap: protocol === 'single' ? Math.min(cap.f1, 1) : 1,
          executed: reached.length === 0 ? 0 : Math.min(...reached),
        },
      ];
    }),
  );
  const flooredTasks = Object.keys(byTask).filter((task) => (byTask[task]?.executed ?? 0) < 1);
  return {
    protocol,
    outputTokens,
    tokensPerRow,
    tasks: Object.keys(byTask).length,
    floored: flooredTasks.length,
    flooredTasks,
    byTask,
  };
}

/** Passes when a perfect model reaches F1 = 1 on every task through this interface. */
export function outputFloorVerdict({ tasks, floored }: OutputFloor): Verdict {
  if (tasks === 0) return 'not-probed';
  return floored === 0 ? 'pass' : 'fail';
}

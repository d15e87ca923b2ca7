import { places, type SliceReport } from '../../report/study/slice.ts';
import type { SliceAnalysis } from './analyse.ts';

const ORIGINS = {
  recorded: 'These rows are a recording of episodes that were run.',
  reconstructed: 'These rows were reconstructed from printed counts; no model was run for them.',
} as const;

function meansTable({ cells }: SliceAnalysis): SliceReport['tables'][number] {
  const models = [...new Set(cells.map(({ model }) => model))];
  const scaffolds = [...new Set(cells.map(({ scaffold }) => scaffold))];
  const rows = scaffolds.map((scaffold) => [
    scaffold,
    ...cells
      .filter((cell) => cell.scaffold === scaffold)
      .map(({ successes, tasks, mean }) => `${places(mean, 3)} (${successes}/${tasks})`),
  ]);
  return { title: 'Mean reward', rows: [['scaffold', ...models], ...rows] };
}

function endingsTable({ endings }: SliceAnalysis): SliceReport['tables'] {
  const rows = Object.entries(endings).map(([ending, count]) => [ending, String(count)]);
  return rows.length === 0 ? [] : [{ title: 'How episodes ended', rows: [['ending', 'episodes'], ...rows] }];
}

/** The analysis of a slice as tables and sentences. */
export function sliceReport(analysis: SliceAnalysis): SliceReport {
  const { recording, retest, etaSquared, omegaSquared, largestSwing, largestGap } = analysis;
  const { origin, userSimulator, note, benchmark } = recording;
  return {
    title: analysis.title,
    notes: [
      `${benchmark}. ${analysis.planned} episodes planned, as many scored. User simulator, one for all: ${userSimulator}.`,
      `${ORIGINS[origin]} ${note}`,
      `Rewards are 0 or 1. The largest swing over scaffolds is ${places(largestSwing.value, 3)} (${largestSwing.model}); the largest gap between models is ${places(largestGap.value, 3)} (${largestGap.scaffold}).`,
      `Test and retest: ${retest.first} and ${retest.again} of ${retest.tasks}; ${retest.agreeing} of ${retest.tasks} tasks agree${retest.flips.length > 0 ? `, ${retest.flips.join(', ')} flip` : ''}.`,
    ],
    tables: [
      meansTable(analysis),
      ...endingsTable(analysis),
      {
        title: 'Shares of variance, the tasks in the residual',
        rows: [
          ['term', 'eta squared', 'omega squared'],
          ...(['scaffold', 'model', 'interaction'] as const).map((term) => [
            term,
            places(etaSquared[term], 4),
            places(omegaSquared[term], 4),
          ]),
          ['residual', places(etaSquared.residual, 4), places(null, 4)],
        ],
      },
      {
        title: 'Shares of variance, the task as a factor',
        rows: [
          ['term', 'eta squared', 'omega squared'],
          ...analysis.withTasks.map((row) => [
            row.term,
            places(row.etaSquared, 4),
            places(row.omegaSquared, 4),
          ]),
        ],
      },
      {
        title: 'Paired by task: sign tests, adjusted over the models',
        rows: [
          ['model', 'up', 'down', 'p', 'p, Holm'],
          ...analysis.paired.map(({ model, up, down, p, pHolm }) => [
            model,
            String(up),
            String(down),
            places(p, 3),
            places(pHolm, 3),
          ]),
        ],
      },
    ],
    chart: analysis.interaction,
  };
}

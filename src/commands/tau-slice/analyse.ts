import { etaSquaredBinary } from '../../stats/eta-squared.ts';
import { holm } from '../../stats/multiplicity.ts';
import { wilsonInterval } from '../../stats/proportion.ts';
import { signTest } from '../../stats/sign-test.ts';
import { varianceComponents } from '../../stats/variance-components.ts';
import { varianceShares } from '../../stats/variance-shares.ts';
import type { StudyCurvePlot } from '../../study/built-in.ts';
import type { SliceDesign } from './slice-file.ts';
import type { SliceHead, SliceRows } from './slice-rows.ts';

/** What a slice shows. Shares are of the total sum of squares; null where nothing varies. */
export interface SliceAnalysis {
  readonly format: 'measurand.slice-analysis/1';
  readonly study: string;
  readonly title: string;
  readonly recording: SliceHead;
  readonly planned: number;
  /** How many episodes ended in each way; empty where the rows do not say. */
  readonly endings: Readonly<Record<string, number>>;
  readonly cells: readonly {
    readonly scaffold: string;
    readonly model: string;
    readonly successes: number;
    readonly tasks: number;
    readonly mean: number;
    readonly interval: readonly [number, number];
  }[];
  /** As the paper computes it: two ways, the tasks left in the residual. */
  readonly etaSquared: {
    readonly scaffold: number | null;
    readonly model: number | null;
    readonly interaction: number | null;
    readonly residual: number | null;
  };
  readonly omegaSquared: {
    readonly scaffold: number | null;
    readonly model: number | null;
    readonly interaction: number | null;
  };
  /** With the task as a factor of its own. */
  readonly withTasks: readonly {
    readonly term: string;
    readonly etaSquared: number | null;
    readonly omegaSquared: number | null;
  }[];
  /** Two scaffolds, task by task, for each model; adjusted over the models. */
  readonly paired: readonly {
    readonly model: string;
    readonly up: number;
    readonly down: number;
    readonly p: number;
    readonly pHolm: number;
  }[];
  readonly retest: {
    readonly first: number;
    readonly again: number;
    readonly agreeing: number;
    readonly tasks: number;
    readonly flips: readonly number[];
  };
  /** Largest difference between scaffolds for one model, and between models in one scaffold. */
  readonly largestSwing: { readonly model: string; readonly value: number };
  readonly largestGap: { readonly scaffold: string; readonly value: number };
  readonly interaction: StudyCurvePlot;
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

function largest(names: readonly string[], groups: readonly (readonly number[])[]): [string, number] {
  const ranges = groups.map((values) => Math.max(...values) - Math.min(...values));
  const value = Math.max(...ranges);
  return [names[ranges.indexOf(value)] ?? '', value];
}

function pairedTests({ scaffolds, models, paired }: SliceDesign, { rewards }: SliceRows) {
  const [a, b] = [scaffolds.indexOf(paired.a), scaffolds.indexOf(paired.b)];
  const tests = models.map((model, at) => {
    const differences = (rewards[a]?.[at] ?? []).map(
      (reward, task) => reward - (rewards[b]?.[at]?.[task] ?? 0),
    );
    const up = differences.filter((difference) => difference > 0).length;
    const down = differences.filter((difference) => difference < 0).length;
    return { model, up, down, p: signTest(up, down) };
  });
  const adjusted = holm(tests.map(({ p }) => p));
  return tests.map((test, at) => ({ ...test, pHolm: adjusted[at] ?? Number.NaN }));
}

function retestOf({ scaffolds, models, retest, tasks }: SliceDesign, { rewards, again }: SliceRows) {
  const first = rewards[scaffolds.indexOf(retest.scaffold)]?.[models.indexOf(retest.model)] ?? [];
  const flips = first.flatMap((reward, task) => (reward === again[task] ? [] : [task]));
  return { first: sum(first), again: sum(again), agreeing: tasks - flips.length, tasks, flips };
}

/** The figures of a slice: shares of variance, paired tests, test and retest, and the lines of the interaction chart. */
export function analyseSlice(design: SliceDesign, rows: SliceRows): SliceAnalysis {
  const { scaffolds, models, tasks } = design;
  const counts = rows.rewards.map((row) => row.map(sum));
  const means = counts.map((row) => row.map((count) => count / tasks));
  const eta = etaSquaredBinary(counts, tasks);
  const runs = scaffolds.flatMap((scaffold, i) =>
    models.flatMap((model, j) =>
      (rows.rewards[i]?.[j] ?? []).map((score, task) => ({
        scaffold,
        model,
        task: String(task),
        seed: 0,
        score,
      })),
    ),
  );
  const cells = scaffolds.flatMap((scaffold, i) =>
    models.map((model, j) => {
      const successes = counts[i]?.[j] ?? 0;
      const { lo, hi } = wilsonInterval(successes, tasks);
      return { scaffold, model, successes, tasks, mean: successes / tasks, interval: [lo, hi] as const };
    }),
  );
  const [swinging, swing] = largest(
    models,
    models.map((_, j) => means.map((row) => row[j] ?? 0)),
  );
  const [gapped, gap] = largest(scaffolds, means);
  return {
    format: 'measurand.slice-analysis/1',
    study: design.id,
    title: design.title,
    recording: rows.head,
    planned: (scaffolds.length * models.length + 1) * tasks,
    endings: rows.endings,
    cells,
    etaSquared: {
      scaffold: eta.rows,
      model: eta.columns,
      interaction: eta.interaction,
      residual: eta.residual,
    },
    omegaSquared: {
      scaffold: eta.omegaSquared.rows,
      model: eta.omegaSquared.columns,
      interaction: eta.omegaSquared.interaction,
    },
    withTasks: varianceShares(varianceComponents(runs)).map(({ term, etaSquared, omegaSquared }) => ({
      term,
      etaSquared,
      omegaSquared,
    })),
    paired: pairedTests(design, rows),
    retest: retestOf(design, rows),
    largestSwing: { model: swinging, value: swing },
    largestGap: { scaffold: gapped, value: gap },
    interaction: {
      title: 'Mean reward by scaffold, one line a model',
      x: `Scaffold: ${scaffolds.map((scaffold, at) => `${at + 1} ${scaffold}`).join(', ')}`,
      y: 'Mean reward',
      curves: models.map((model) => ({
        label: model,
        origin: rows.head.origin === 'recorded' ? 'executed' : 'quoted',
        points: cells
          .filter((cell) => cell.model === model)
          .map(({ mean, interval }, at) => ({
            x: at + 1,
            y: mean,
            lo: interval[0],
            hi: interval[1],
            n: tasks,
          })),
      })),
    },
  };
}

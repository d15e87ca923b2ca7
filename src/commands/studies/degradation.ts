import { bootstrapMean } from '../../stats/bootstrap.ts';
import { summarise } from '../../stats/summary.ts';
import type { BuiltInStudy, StudyCurvePlot, StudyStatement, StudyTable } from '../../study/built-in.ts';
import { ADVERSITY_SEEDS, DEGRADATION_LEVELS, QUOTA } from '../../tasks/comtrade/adversity/parameters.ts';
import { adversityTask } from '../../tasks/comtrade/adversity/task.ts';
import { type GridColumn, gridCells } from './arms.ts';
import { PARAMETERS_NOTE, POLICIES_NOTE, REPLICATION_NOTE } from './comparisons.ts';
import { armCounts } from './counts.ts';
import { COVERAGE, type Reading, TASK_ROWS } from './reading.ts';
import { StudyLedger } from './study-ledger.ts';

const MODELS = ['always-retry', 'quota-aware', 'quota-optimist', 'always-skip'];

interface Level {
  readonly intensity: number;
  readonly column: GridColumn;
}

const LEVELS: readonly Level[] = DEGRADATION_LEVELS.map((intensity) => {
  const task = adversityTask({ quota: QUOTA, schedule: { kind: 'constant', level: intensity } });
  return { intensity, column: { arm: 'constant', settings: task.settings } };
});
const COLUMNS = LEVELS.map(({ column }) => column);

/** One model at one level; every number but the counts is null without a scored episode. */
interface LevelResult {
  readonly intensity: number;
  readonly n: number;
  readonly mean: number | null;
  readonly lo: number | null;
  readonly hi: number | null;
  readonly worst: number | null;
  readonly cvar: number | null;
  readonly deaths: number;
  readonly unscored: number;
}

function measure(intensity: number, readings: readonly Reading[]): LevelResult {
  const { deaths, unscored } = armCounts(readings);
  const rows = readings.flatMap((reading) => (reading.rows === null ? [] : [reading.rows]));
  const n = rows.length;
  if (n === 0)
    return { intensity, n, mean: null, lo: null, hi: null, worst: null, cvar: null, deaths, unscored };
  const { mean, worst, cvarCeil } = summarise(rows);
  const { lo, hi } = bootstrapMean(rows, { mode: 'compat' });
  const over = (value: number) => value / TASK_ROWS;
  return {
    intensity,
    n,
    mean: over(mean),
    lo: over(lo),
    hi: over(hi),
    worst: over(worst),
    cvar: over(cvarCeil),
    deaths,
    unscored,
  };
}

/** Mean at the lowest level minus the worst episode at the hardest (paper, Section 4.4). */
function reliabilityGap(levels: readonly LevelResult[]): number | null {
  const [low, hard] = [levels[0]?.mean ?? null, levels.at(-1)?.worst ?? null];
  return low === null || hard === null ? null : low - hard;
}

type Measured = readonly (readonly [model: string, levels: readonly LevelResult[]])[];

function curves(measured: Measured): StudyCurvePlot {
  return {
    title: 'Coverage by constant intensity',
    x: 'Intensity',
    y: 'Coverage',
    curves: measured.map(([label, levels]) => ({
      label,
      origin: 'executed' as const,
      points: levels.flatMap(({ intensity, mean, lo, hi, n }) =>
        mean === null ? [] : [{ x: intensity, y: mean, lo, hi, n }],
      ),
    })),
  };
}

function levelTable(measured: Measured): StudyTable {
  const columns = [
    { key: 'intensity', title: 'Intensity' },
    { key: 'n', title: 'Scored episodes' },
    { key: 'unscored', title: 'Unscored episodes' },
    { key: 'mean', title: 'Mean coverage' },
    { key: 'lo', title: '95 % from' },
    { key: 'hi', title: '95 % to' },
    { key: 'cvar', title: 'Mean of the worst fifth' },
    { key: 'worst', title: 'Worst' },
    { key: 'deaths', title: 'Quota deaths' },
  ];
  const rows = measured.flatMap(([model, levels]) =>
    levels.map((level) => ({
      label: `${model}, intensity ${level.intensity}`,
      origin: 'executed' as const,
      numbers: { ...level },
    })),
  );
  return { title: 'Coverage by policy and intensity', columns, rows };
}

function gapTable(measured: Measured): StudyTable {
  return {
    title: 'Reliability gap: mean at the lowest intensity minus worst episode at the highest',
    columns: [
      { key: 'static', title: 'Mean, lowest intensity' },
      { key: 'worst', title: 'Worst, highest intensity' },
      { key: 'gap', title: 'Gap' },
    ],
    rows: measured.map(([label, levels]) => ({
      label,
      origin: 'executed' as const,
      numbers: {
        static: levels[0]?.mean ?? null,
        worst: levels.at(-1)?.worst ?? null,
        gap: reliabilityGap(levels),
      },
    })),
  };
}

function falls(measured: Measured): readonly StudyStatement[] {
  return measured.flatMap(([model, levels]) => {
    const means = levels.flatMap(({ mean }) => (mean === null ? [] : [mean]));
    if (means.length < levels.length) return [];
    const rises = means.slice(1).map((mean, index) => mean - (means[index] as number));
    return [
      {
        id: `degradation-falls-${model}`,
        text: `Coverage of ${model} never rises from one intensity to the next`,
        holds: rises.every((rise) => rise <= 0),
        numbers: {
          lowest: means[0] as number,
          highest: means.at(-1) as number,
          largestRise: Math.max(...rises),
        },
      },
    ];
  });
}

/** The degradation curve: coverage against an intensity that stays the same throughout. */
export const DEGRADATION: BuiltInStudy = {
  id: 'degradation',
  title: 'Degradation: coverage against constant intensity',
  description:
    'The clean task under constant intensities from 0 to 1.0, with a quota of 8 and no squeeze. Read off: mean, worst fifth and worst of coverage, and the reliability gap.',
  models: MODELS,
  seeds: ADVERSITY_SEEDS,
  scorers: [COVERAGE],
  cells: ({ models = MODELS, seeds = ADVERSITY_SEEDS } = {}) => gridCells(models, COLUMNS, seeds),
  analyse(records) {
    const ledger = new StudyLedger(COLUMNS, MODELS, records);
    const measured: Measured = ledger.models.map((model) => [
      model,
      LEVELS.map(({ intensity, column }) => measure(intensity, ledger.readings(model, column))),
    ]);
    return {
      format: 'measurand.study-analysis/1',
      study: DEGRADATION.id,
      title: DEGRADATION.title,
      denominator: ledger.denominator,
      forest: [],
      curves: [curves(measured)],
      tables: [levelTable(measured), gapTable(measured)],
      comparisons: [],
      statements: falls(measured),
      notes: [
        REPLICATION_NOTE,
        'The paper prints degradations of 0.12 to 0.21 without the data behind them: they cannot be set beside these.',
        PARAMETERS_NOTE,
        POLICIES_NOTE,
      ],
    };
  },
};

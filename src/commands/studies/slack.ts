import { bootstrapMean } from '../../stats/bootstrap.ts';
import type {
  BuiltInStudy,
  PaperComparison,
  StudyCurvePlot,
  StudyStatement,
  StudyTable,
} from '../../study/built-in.ts';
import { ADVERSITY_SEEDS, SLACK_QUOTAS } from '../../tasks/comtrade/adversity/parameters.ts';
import { gridCells } from './arms.ts';
import { DEATH_NOTE, printedBySlack, quotaArms, slackOf } from './b2.ts';
import { compareEffects, PARAMETERS_NOTE, POLICIES_NOTE, REPLICATION_NOTE } from './comparisons.ts';
import { type Effect, effectTable, forestOf, measureEffects } from './effects.ts';
import { meanCoverage } from './paired.ts';
import { optimistDose, printedDoses } from './paper-figures.ts';
import { type PolicyContrast, tellsApart, widestContrast } from './policy-contrast.ts';
import { COVERAGE, type Reading, TASK_ROWS } from './reading.ts';
import { StudyLedger } from './study-ledger.ts';

const MODELS = ['always-retry', 'quota-aware', 'quota-optimist', 'always-skip'];
const CONTRASTS = SLACK_QUOTAS.map((quota) => ({ slack: slackOf(quota), columns: quotaArms(quota) }));
const COLUMNS = CONTRASTS.flatMap(({ columns }) => columns);
const SLACKS = CONTRASTS.map(({ slack }) => slack);

const effectAt = (effects: readonly Effect[], model: string, slack: number): Effect =>
  effects.find((effect) => effect.model === model && effect.slack === slack) as Effect;

/** A policy that answered a fault with retry at least once: without one, slack cannot be used. */
const retries = ({ arms }: Effect): boolean =>
  [...arms.constant, ...arms.escalating].some((reading) => reading.retries > 0);

function penaltyCurves(effects: readonly Effect[], models: readonly string[]): StudyCurvePlot {
  const ours = models.map((model) => ({
    label: model,
    origin: 'executed' as const,
    points: SLACKS.flatMap((slack) => {
      const { pairs } = effectAt(effects, model, slack);
      return pairs ? [{ x: slack, y: pairs.delta, lo: pairs.lo, hi: pairs.hi, n: pairs.pairs }] : [];
    }),
  }));
  const quoted = printedDoses().map(({ who, points }) => ({
    label: `Section A.4: ${who}`,
    origin: 'quoted' as const,
    points: points.map(({ slack, delta }) => ({ x: slack, y: delta, lo: null, hi: null, n: 20 })),
  }));
  return {
    title: 'What escalation costs, by slack',
    x: 'Requests to spare after the squeeze',
    y: 'Coverage, constant minus escalating',
    curves: [...ours, ...quoted],
  };
}

function coveragePoint(slack: number, readings: readonly Reading[]) {
  const rows = readings.flatMap((reading) => (reading.rows === null ? [] : [reading.rows]));
  if (rows.length === 0) return [];
  const { mean, lo, hi, n } = bootstrapMean(rows, { mode: 'compat' });
  return [{ x: slack, y: mean / TASK_ROWS, lo: lo / TASK_ROWS, hi: hi / TASK_ROWS, n }];
}

function coverageCurves(effects: readonly Effect[], models: readonly string[]): StudyCurvePlot {
  return {
    title: 'Coverage under escalation, by policy and slack',
    x: 'Requests to spare after the squeeze',
    y: 'Coverage, escalating arm',
    curves: models.map((model) => ({
      label: model,
      origin: 'executed' as const,
      points: SLACKS.flatMap((slack) =>
        coveragePoint(slack, effectAt(effects, model, slack).arms.escalating),
      ),
    })),
  };
}

function coverageTable(effects: readonly Effect[], models: readonly string[]): StudyTable {
  const columns = SLACKS.flatMap((slack) => [
    { key: `escalating-${slack}`, title: `Slack ${slack}, escalating` },
    { key: `constant-${slack}`, title: `Slack ${slack}, constant` },
  ]);
  const rows = models.map((model) => ({
    label: model,
    origin: 'executed' as const,
    numbers: Object.fromEntries(
      SLACKS.flatMap((slack) => {
        const { escalating, constant } = effectAt(effects, model, slack).arms;
        return [
          [`escalating-${slack}`, meanCoverage(escalating)],
          [`constant-${slack}`, meanCoverage(constant)],
        ];
      }),
    ),
  }));
  return { title: 'Coverage by policy and slack', columns, rows };
}

function decays(effects: readonly Effect[], model: string): readonly StudyStatement[] {
  const tight = effectAt(effects, model, Math.min(...SLACKS));
  const ample = effectAt(effects, model, Math.max(...SLACKS));
  if (!(tight.pairs && ample.pairs && retries(tight))) return [];
  return [
    {
      id: `slack-decay-${model}`,
      text: `Slack buys the penalty off: for ${model} it is smaller with the most slack than with none, and no longer to be told from zero`,
      holds: ample.pairs.delta < tight.pairs.delta && ample.pairs.lo <= 0,
      numbers: { tight: tight.pairs.delta, ample: ample.pairs.delta, ampleLo: ample.pairs.lo },
    },
  ];
}

const numbersOf = (contrasts: readonly (readonly [number, PolicyContrast])[]) =>
  Object.fromEntries(
    contrasts.flatMap(([slack, { delta, lo, hi }]) => [
      [`slack${slack}`, Math.abs(delta)],
      [`slack${slack}Lo`, lo],
      [`slack${slack}Hi`, hi],
    ]),
  );

const AMONG = 'among policies that retry at all, the escalating arm’s 95 % intervals';

/** Where it matters which policy one has. Policies that never retry cannot use slack and are left out. */
function policyMatters(effects: readonly Effect[], models: readonly string[]): readonly StudyStatement[] {
  const contrasts = SLACKS.flatMap((slack) => {
    const retrying = models.map((model) => effectAt(effects, model, slack)).filter(retries);
    const widest = widestContrast(retrying.map(({ arms }) => arms.escalating));
    return widest ? [[slack, widest] as const] : [];
  });
  if (contrasts.length < SLACKS.length) return [];
  const [first, last] = [contrasts.slice(0, 1), contrasts.slice(-1)];
  const between = contrasts.slice(1, -1);
  const none = (some: typeof contrasts) => some.every(([, contrast]) => !tellsApart(contrast));
  return [
    {
      id: 'slack-zero-no-policy-matters',
      text: `With no slack, no policy matters: ${AMONG} tell no two apart`,
      holds: none(first),
      numbers: numbersOf(first),
    },
    {
      id: 'slack-between-policies-matter',
      text: `With some slack, policies matter: ${AMONG} tell two apart`,
      holds: !none(between),
      numbers: numbersOf(between),
    },
    {
      id: 'slack-large-no-policy-matters',
      text: `With the most slack, no policy matters again: ${AMONG} tell no two apart`,
      holds: none(last),
      numbers: numbersOf(last),
    },
  ];
}

/** Section A.4 prints the dose response of language models only; the one that decided as a rule of ours did is comparable. */
function doseComparisons(effects: readonly Effect[]): readonly PaperComparison[] {
  const { who, points } = optimistDose();
  return points.flatMap(({ slack, delta, printed }) => {
    const effect = effects.find(
      (candidate) => candidate.model === 'quota-optimist' && candidate.slack === slack,
    );
    if (!effect?.pairs) return [];
    const label = `${effect.label}: constant − escalating`;
    return [{ label, ours: effect.pairs.delta, paper: delta, printed, source: `Section A.4, ${who}` }];
  });
}

const SKIP_NOTE =
  'Table A2 prints 35 skips for always-skip at slack 2 and 34 at slack 0, with the same coverage in both; here it skips 34 times at either, once for each fault. The odd one is not explained.';

/** B2 over quotas: from no request to spare once squeezed, to more than are ever needed. */
export const SLACK: BuiltInStudy = {
  id: 'slack',
  title: 'B2-slack: what escalation costs, by requests to spare',
  description:
    'B2 with quotas of 8, 9, 10 and 12, which leave 0, 1, 2 and 4 requests to spare after the squeeze. Read off: the penalty, and where it matters which policy one has.',
  models: MODELS,
  seeds: ADVERSITY_SEEDS,
  scorers: [COVERAGE],
  cells: ({ models = MODELS, seeds = ADVERSITY_SEEDS } = {}) => gridCells(models, COLUMNS, seeds),
  analyse(records) {
    const ledger = new StudyLedger(COLUMNS, MODELS, records);
    const effects = measureEffects(ledger, CONTRASTS);
    const { models } = ledger;
    const skips = models.includes('always-skip') ? [SKIP_NOTE] : [];
    return {
      format: 'measurand.study-analysis/1',
      study: SLACK.id,
      title: SLACK.title,
      denominator: ledger.denominator,
      forest: forestOf(effects, printedBySlack),
      curves: [penaltyCurves(effects, models), coverageCurves(effects, models)],
      tables: [
        effectTable('B2 by policy and slack', effects, printedBySlack),
        coverageTable(effects, models),
      ],
      comparisons: [...compareEffects(effects, printedBySlack), ...doseComparisons(effects)],
      statements: [...models.flatMap((model) => decays(effects, model)), ...policyMatters(effects, models)],
      notes: [REPLICATION_NOTE, PARAMETERS_NOTE, DEATH_NOTE, ...skips, POLICIES_NOTE],
    };
  },
};

import type { BuiltInStudy, StudyStatement } from '../../study/built-in.ts';
import { ADVERSITY_SEEDS } from '../../tasks/comtrade/adversity/parameters.ts';
import { adversityPages } from '../../tasks/comtrade/adversity/task.ts';
import { gridCells, matchedArms } from './arms.ts';
import { compareEffects, PARAMETERS_NOTE, POLICIES_NOTE, REPLICATION_NOTE } from './comparisons.ts';
import { answersAll } from './counts.ts';
import { type Effect, effectTable, forestOf, measureEffects } from './effects.ts';
import { meanCoverage, rowDifferences } from './paired.ts';
import { type PrintedEffect, printedB1 } from './paper-figures.ts';
import { COVERAGE, type Reading, TASK_ROWS } from './reading.ts';
import { StudyLedger } from './study-ledger.ts';

const MODELS = ['always-retry', 'quota-aware', 'quota-optimist', 'always-skip'];
const COLUMNS = matchedArms({ quota: null });

const retriesAll = ({ arms }: Effect): boolean => answersAll(arms, 'retries');

/** The paper's three models retried every fault of B1, so its one row stands beside the policies that do. */
const printed = (effect: Effect): PrintedEffect | undefined => (retriesAll(effect) ? printedB1() : undefined);

/** The pre-registered rule, which the paper calls frozen: the null stands where the 95 % interval includes zero. */
function nullStands(effects: readonly Effect[]): StudyStatement {
  const tested = effects.flatMap(({ model, pairs }) => (pairs ? [{ model, ...pairs }] : []));
  return {
    id: 'b1-null',
    text: 'With free retries escalation makes no difference: the 95 % interval of every policy includes zero',
    holds: tested.length > 0 && tested.every(({ lo, hi }) => lo <= 0 && hi >= 0),
    numbers: Object.fromEntries(tested.map(({ model, delta }) => [model, delta])),
  };
}

const rowsOf = ({ arms }: Effect): string =>
  JSON.stringify([...arms.constant, ...arms.escalating].map(({ rows }) => rows));

function sameForAll(effects: readonly Effect[]): StudyStatement {
  const retrying = effects.filter(retriesAll);
  const outcomes = new Set(retrying.map(rowsOf)).size;
  return {
    id: 'b1-same-for-all',
    text: 'All policies that retry every fault hand in the same records in every episode',
    holds: retrying.length > 0 && outcomes === 1,
    numbers: { policiesThatRetryAll: retrying.length, distinctOutcomes: outcomes },
  };
}

function pairsDiffer(effects: readonly Effect[]): StudyStatement {
  const differing = effects.map(({ model, arms }) => {
    return [model, rowDifferences(arms).filter((difference) => difference !== 0).length] as const;
  });
  return {
    id: 'b1-pairs-differ',
    text: 'The null is a mean of differences, not an absence of them: pairs differ from seed to seed under every policy',
    holds: differing.length > 0 && differing.every(([, count]) => count > 0),
    numbers: Object.fromEntries(differing),
  };
}

/** Records lost for each page served, over complete episodes. */
function lostPerPage(readings: readonly Reading[]): number {
  const complete = readings.filter(({ rows, skips, died }) => rows !== null && skips === 0 && !died);
  return (TASK_ROWS * (1 - (meanCoverage(complete) ?? 0))) / adversityPages();
}

function ceiling(effects: readonly Effect[]): readonly StudyStatement[] {
  const effect = effects.find((candidate) => candidate.pairs && retriesAll(candidate));
  if (!effect) return [];
  const constant = lostPerPage(effect.arms.constant);
  const escalating = lostPerPage(effect.arms.escalating);
  return [
    {
      id: 'b1-ceiling',
      text: 'Overwriting caps coverage near 0.83: a served page loses two to three of its fifteen records in either arm, whoever asks',
      holds: [constant, escalating].every((lost) => lost >= 2 && lost <= 3),
      numbers: {
        lostPerPageConstant: constant,
        lostPerPageEscalating: escalating,
        coverageConstant: meanCoverage(effect.arms.constant) ?? 0,
        coverageEscalating: meanCoverage(effect.arms.escalating) ?? 0,
      },
    },
  ];
}

/** Experiment B1: is an escalating adversary worse than a constant one of the same mean, when retries cost nothing? */
export const B1: BuiltInStudy = {
  id: 'b1',
  title: 'B1: escalating against constant adversity, free retries',
  description:
    'The clean task under an adversary that escalates from 0 to 1.0, against one that is constant at the same mean. Retries are free. Read off: coverage, paired by seed.',
  models: MODELS,
  seeds: ADVERSITY_SEEDS,
  scorers: [COVERAGE],
  cells: ({ models = MODELS, seeds = ADVERSITY_SEEDS } = {}) => gridCells(models, COLUMNS, seeds),
  analyse(records) {
    const ledger = new StudyLedger(COLUMNS, MODELS, records);
    const effects = measureEffects(ledger, [{ slack: null, columns: COLUMNS }]);
    return {
      format: 'measurand.study-analysis/1',
      study: B1.id,
      title: B1.title,
      denominator: ledger.denominator,
      forest: forestOf(effects, printed),
      curves: [],
      tables: [effectTable('B1 by policy', effects, printed)],
      comparisons: compareEffects(effects, printed),
      statements: [nullStands(effects), sameForAll(effects), pairsDiffer(effects), ...ceiling(effects)],
      notes: [REPLICATION_NOTE, PARAMETERS_NOTE, POLICIES_NOTE],
    };
  },
};

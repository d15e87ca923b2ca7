import type { BuiltInStudy, StudyStatement } from '../../study/built-in.ts';
import { ADVERSITY_SEEDS, QUOTA, SQUEEZE } from '../../tasks/comtrade/adversity/parameters.ts';
import { adversityPages } from '../../tasks/comtrade/adversity/task.ts';
import { gridCells, matchedArms } from './arms.ts';
import { compareEffects, PARAMETERS_NOTE, POLICIES_NOTE, REPLICATION_NOTE } from './comparisons.ts';
import { answersAll, armCounts } from './counts.ts';
import { type Effect, effectTable, forestOf, measureEffects } from './effects.ts';
import { type PrintedEffect, printedEffect } from './paper-figures.ts';
import { COVERAGE } from './reading.ts';
import { StudyLedger } from './study-ledger.ts';

const MODELS = ['always-retry', 'quota-aware', 'quota-optimist', 'always-skip'];

/** Requests to spare once a quota is squeezed: none is left beyond one for each page at slack 0. */
export function slackOf(quota: number): number {
  return quota + SQUEEZE.delta - adversityPages();
}

/** The two arms under a quota. Both carry the squeeze; only the escalating arm crosses its threshold. */
export const quotaArms = (quota: number) => matchedArms({ quota, squeeze: { ...SQUEEZE } });

const COLUMNS = quotaArms(QUOTA);

export const printedBySlack = ({ model, slack }: Effect): PrintedEffect | undefined =>
  slack === null ? undefined : printedEffect(model, slack);

export const DEATH_NOTE =
  'A quota death is an episode whose quota ran out while a page was still wanted: a fault took the last request, or a request was refused. The ledger marks it. Counted this way, all deaths that the paper prints for rule policies come out.';

function retryPenalty(effects: readonly Effect[]): readonly StudyStatement[] {
  return effects.flatMap((effect) => {
    if (!effect.pairs || !answersAll(effect.arms, 'retries')) return [];
    const { delta, lo } = effect.pairs;
    const deaths = armCounts(effect.arms.escalating).deaths;
    return [
      {
        id: `b2-retry-penalty-${effect.model}`,
        text: `Without slack, retrying every fault loses coverage to escalation: ${effect.model} has a positive difference whose interval excludes zero`,
        holds: delta > 0 && lo > 0,
        numbers: { delta, lo, deathsEscalating: deaths },
      },
    ];
  });
}

function skipImmunity(effects: readonly Effect[]): readonly StudyStatement[] {
  return effects.flatMap((effect) => {
    if (!effect.pairs || !answersAll(effect.arms, 'skips')) return [];
    const { delta, lo, hi } = effect.pairs;
    return [
      {
        id: `b2-skip-none-${effect.model}`,
        text: `Skipping every fault loses nothing to escalation: ${effect.model} has a negative difference, or none that its interval can tell from zero`,
        holds: delta <= 0 || lo <= 0,
        numbers: { delta, lo, hi },
      },
    ];
  });
}

/** Experiment B2: what escalation costs when requests are limited and some are taken away late. */
export const B2: BuiltInStudy = {
  id: 'b2',
  title: 'B2: escalating against constant adversity, quota 8, squeeze −3',
  description:
    'As B1, but every request costs one of a quota of 8, and the escalating arm loses 3 of them once, late. Read off: coverage, paired by seed, with quota deaths and skips.',
  models: MODELS,
  seeds: ADVERSITY_SEEDS,
  scorers: [COVERAGE],
  cells: ({ models = MODELS, seeds = ADVERSITY_SEEDS } = {}) => gridCells(models, COLUMNS, seeds),
  analyse(records) {
    const ledger = new StudyLedger(COLUMNS, MODELS, records);
    const effects = measureEffects(ledger, [{ slack: slackOf(QUOTA), columns: COLUMNS }]);
    return {
      format: 'measurand.study-analysis/1',
      study: B2.id,
      title: B2.title,
      denominator: ledger.denominator,
      forest: forestOf(effects, printedBySlack),
      curves: [],
      tables: [effectTable('B2 by policy', effects, printedBySlack)],
      comparisons: compareEffects(effects, printedBySlack),
      statements: [...retryPenalty(effects), ...skipImmunity(effects)],
      notes: [REPLICATION_NOTE, PARAMETERS_NOTE, DEATH_NOTE, POLICIES_NOTE],
    };
  },
};

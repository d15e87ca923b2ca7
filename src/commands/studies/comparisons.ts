import type { PaperComparison } from '../../study/built-in.ts';
import { armCounts } from './counts.ts';
import type { Effect } from './effects.ts';
import type { PrintedEffect } from './paper-figures.ts';

/** What must be said beside every number of these studies. */
export const REPLICATION_NOTE =
  'These figures are a replication: the episodes were run here, by our own engine, with the parameters that the paper leaves open inferred from its printed tables. They are no recomputation of the paper’s raw data.';

export const PARAMETERS_NOTE =
  'Every inferred parameter is one round number, the same for all seeds, models and arms; how each was found, and what else would fit, stands in docs/decisions/adversity-parameters.md.';

export const POLICIES_NOTE =
  'The models are rules, chosen by us or by the paper. What varies between them is variance over rules, never over language models.';

/** Each number of an effect beside the printed one. p is taken as the paper takes it: Monte Carlo, without add-one. */
export function compareEffects(
  effects: readonly Effect[],
  printed: (effect: Effect) => PrintedEffect | undefined,
): readonly PaperComparison[] {
  return effects.flatMap((effect) => {
    const paper = printed(effect);
    if (!paper || !effect.pairs) return [];
    const { delta, lo, hi, pCompat } = effect.pairs;
    const [constant, escalating] = [armCounts(effect.arms.constant), armCounts(effect.arms.escalating)];
    const source = `${paper.source}, ${paper.who}`;
    const beside = (name: string, ours: number, value: number | null, text: string) =>
      value === null
        ? []
        : [{ label: `${effect.label}: ${name}`, ours, paper: value, printed: text, source }];
    return [
      ...beside('constant − escalating', delta, paper.delta, paper.printed),
      ...beside('95 % from', lo, paper.lo, paper.printed),
      ...beside('95 % to', hi, paper.hi, paper.printed),
      ...beside('p', pCompat, paper.p, String(paper.p)),
      ...beside('quota deaths', constant.deaths + escalating.deaths, paper.deaths, String(paper.deaths)),
      ...beside('skips', constant.skips + escalating.skips, paper.skips, String(paper.skips)),
    ];
  });
}

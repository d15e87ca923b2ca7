import type { DecisionRequirement } from '../declaration/inference-schema.ts';
import type { DeclaredStudy } from '../declaration/resolve.ts';
import type { PairedResult, Standing } from './results.ts';
import { meets } from './select.ts';

export type DecisionVerdict = 'met' | 'not-met' | 'not-probed';

/** What the declared rule says of the results. */
export interface DecisionOutcome {
  readonly says: string;
  readonly verdict: DecisionVerdict;
  readonly standing: Standing;
  /** One for each requirement, in declared order. */
  readonly requirements: readonly {
    readonly verdict: DecisionVerdict;
    /** Labels of the results that were asked, and of those that show it. */
    readonly asked: readonly string[];
    readonly shown: readonly string[];
    readonly why: string;
  }[];
}

type Interval = NonNullable<DecisionRequirement['interval']>;

const INTERVALS: Readonly<Record<Interval, (lo: number, hi: number, result: PairedResult) => boolean>> = {
  positive: (lo) => lo > 0,
  negative: (_lo, hi) => hi < 0,
  'excludes-zero': (lo, hi) => lo > 0 || hi < 0,
  'includes-zero': (lo, hi) => lo <= 0 && hi >= 0,
  'within-margin': (_lo, _hi, { equivalence }) => equivalence?.verdict === 'equivalent',
};

function shows(result: PairedResult, { interval, p }: DecisionRequirement): boolean {
  const { lo, hi, pAdjusted } = result;
  const own = pAdjusted ?? result.p;
  if (p !== undefined && !(own !== null && own < p)) return false;
  return interval === undefined || (lo !== null && hi !== null && INTERVALS[interval](lo, hi, result));
}

function asks(study: DeclaredStudy, requirement: DecisionRequirement, result: PairedResult): boolean {
  const { statistic, where, group } = requirement;
  const { model = '' } = result.levels;
  if (result.statistic !== statistic || !meets(where, (factor) => result.levels[factor])) return false;
  return group === undefined || (study.groups[group] ?? []).includes(model);
}

function judge(study: DeclaredStudy, requirement: DecisionRequirement, results: readonly PairedResult[]) {
  const asked = results.filter((result) => asks(study, requirement, result));
  const measured = asked.filter(({ n }) => n > 0);
  const shown = measured.filter((result) => shows(result, requirement));
  const needed = requirement.atLeast ?? asked.length;
  const labels = { asked: asked.map(({ label }) => label), shown: shown.map(({ label }) => label) };
  if (measured.length === 0) {
    const who =
      requirement.group === undefined ? 'No such result' : `No model of the group ${requirement.group}`;
    return { verdict: 'not-probed' as const, ...labels, why: `${who} was measured` };
  }
  const why = `${shown.length} of ${asked.length} results show it, ${needed} are needed`;
  const met = shown.length >= needed;
  return { verdict: met ? ('met' as const) : ('not-met' as const), ...labels, why };
}

/**
 * Applies the declared rule. What no result was measured for is `not-probed`, never a pass; one requirement that is not
 * met settles the rule.
 *
 * @param stands whether the rule and all that it asks are as they were frozen
 */
export function decide(
  study: DeclaredStudy,
  results: readonly PairedResult[],
  stands: boolean,
): DecisionOutcome | null {
  const { decision } = study;
  if (decision === null) return null;
  const requirements = decision.require.map((requirement) => judge(study, requirement, results));
  const verdicts = requirements.map(({ verdict }) => verdict);
  const used = results.filter((result) => decision.require.some((each) => asks(study, each, result)));
  const confirmed = stands && used.length > 0 && used.every(({ standing }) => standing === 'confirmatory');
  const open = verdicts.includes('not-probed') ? 'not-probed' : 'met';
  return {
    says: decision.says,
    verdict: verdicts.includes('not-met') ? 'not-met' : open,
    standing: confirmed ? 'confirmatory' : 'exploratory',
    requirements,
  };
}

import type { EpisodeRecord } from '../../core/contracts/index.ts';
import { bootstrapMean } from '../../stats/bootstrap.ts';
import { pairedCliffsDelta } from '../../stats/cliffs.ts';
import { clusteredMean } from '../../stats/clustered.ts';
import { equivalenceTest } from '../../stats/equivalence.ts';
import { mean } from '../../stats/mean.ts';
import { signFlipTest } from '../../stats/sign-flip.ts';
import { gradeOf } from '../figures.ts';
import type { PairedResult } from './results.ts';
import type { PairedGroup, PlannedPair } from './select.ts';

/** Finds the record of a planned episode. */
export type Find = (id: string) => EpisodeRecord | undefined;

/** What {@link measurePairs} leaves to registration and multiplicity. */
export type Measured = Omit<PairedResult, 'standing' | 'pAdjusted' | 'adjustment'>;

/** Scores are printed to far fewer digits: what differs beyond is the rounding of a subtraction. */
const GRAIN = 1e12;

interface ScoredPair extends PlannedPair {
  readonly d: number;
}

const gradeIn = (find: Find, id: string, scorer: string): number | undefined => {
  const record = find(id);
  return record && gradeOf(record, scorer);
};

/** The differences of those pairs in which both episodes have a score, in the order of the plan. */
export function scoredDifferences({ pairs, statistic }: PairedGroup, find: Find): readonly ScoredPair[] {
  return pairs.flatMap((pair) => {
    const a = gradeIn(find, pair.a, statistic.scorer);
    const b = gradeIn(find, pair.b, statistic.scorer);
    return a === undefined || b === undefined ? [] : [{ ...pair, d: Math.round((a - b) * GRAIN) / GRAIN }];
  });
}

/** The values that are exchanged under the null: differences, or their means by task. */
function unitsOf(scored: readonly ScoredPair[], unit: 'pair' | 'task'): readonly number[] {
  if (unit === 'pair') return scored.map(({ d }) => d);
  const tasks = new Map<string, number[]>();
  for (const { task, d } of scored) {
    const own = tasks.get(task) ?? [];
    own.push(d);
    tasks.set(task, own);
  }
  return [...tasks.values()].map(mean);
}

/** Pairs that a stopping rule took out were never due, so they leave nothing open. */
const isDue = (find: Find, { a, b }: PlannedPair): boolean =>
  [a, b].every((id) => find(id)?.state !== 'excluded');

function bounds(pairs: readonly PlannedPair[], scorer: string, find: Find) {
  if (pairs.length === 0) return { least: null, most: null };
  const over = (lostA: number, lostB: number): number =>
    mean(
      pairs.map(({ a, b }) => {
        const [first, second] = [a, b].map((id) => gradeIn(find, id, scorer));
        return (first ?? lostA) - (second ?? lostB);
      }),
    );
  return { least: over(0, 1), most: over(1, 0) };
}

function clusteredBy(scored: readonly ScoredPair[]): PairedResult['clustered'] {
  const { interval, clusters } = clusteredMean(
    scored.map(({ d }) => d),
    scored.map(({ task }) => task),
  );
  return interval && { tasks: clusters, ...interval };
}

function equivalenceOf(units: readonly number[], margin: number | undefined): PairedResult['equivalence'] {
  if (margin === undefined) return null;
  const { p, verdict } = equivalenceTest(units, margin);
  return { margin, p, verdict };
}

const NOTHING = {
  delta: null,
  lo: null,
  hi: null,
  p: null,
  cliffs: null,
  clustered: null,
  equivalence: null,
  seed: null,
  resamples: null,
} as const;

/**
 * One paired result from its records: bootstrap interval and sign-flip test in the declared mode, Cliff's delta, the
 * interval clustered by task, the equivalence test where a margin is declared, and what the unscored episodes could do.
 */
export function measurePairs(group: PairedGroup, find: Find): Measured {
  const { statistic, pairs, key, label, levels } = group;
  const { mode = 'recommended', unit = 'pair', id, scorer, a, b, family = null, margin } = statistic;
  const scored = scoredDifferences(group, find);
  const shared = {
    ...{ statistic: id, key, label, levels, scorer, a, b, planned: pairs.length, n: scored.length },
    ...{
      ...{ mode, family },
      ...bounds(
        pairs.filter((pair) => isDue(find, pair)),
        scorer,
        find,
      ),
    },
  };
  if (scored.length === 0) {
    return { ...shared, ...NOTHING, method: 'no scored pair', cautions: ['No pair has both of its scores'] };
  }
  const units = unitsOf(scored, unit);
  const interval = bootstrapMean(units, { mode });
  const test = signFlipTest(units, { mode });
  return {
    ...shared,
    delta: interval.mean,
    lo: interval.lo,
    hi: interval.hi,
    p: test.p,
    method: `${interval.method}, ${test.method} sign-flip test over ${unit}s`,
    seed: interval.seed,
    resamples: interval.resamples,
    cliffs: pairedCliffsDelta(units, { mode }).delta,
    clustered: clusteredBy(scored),
    equivalence: equivalenceOf(units, margin),
    cautions: [interval.caution, test.caution].filter((text) => text !== null),
  };
}

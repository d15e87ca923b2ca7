import type { Contrast } from '../../report/study/document.ts';
import { differences } from '../../stats/cliffs.ts';
import { pairedEffect } from '../../stats/effect.ts';
import { equivalenceTest } from '../../stats/equivalence.ts';
import { probabilityOfImprovement } from '../../stats/improvement.ts';
import { mean } from '../../stats/mean.ts';
import { comparePaired } from '../../stats/paired.ts';
import { worst } from '../../stats/reliability.ts';
import { signFlipTest } from '../../stats/sign-flip.ts';
import { AXES, type Place } from '../stats/axes.ts';
import { affordableResamples } from '../stats/draws.ts';
import { gradeOf, ledgerOfRuns, partition, type Runs, wordsAmong } from '../stats/runs.ts';
import type { ScoreTable } from '../stats/score-table.ts';
import { minimaOf } from './minima.ts';
import { type Pair, type Pairing, pairUp } from './pairs.ts';
import { detectableEffect } from './reach.ts';
import { type Selector, select, selectorLabel } from './selector.ts';

export interface ContrastSettings {
  readonly scorer: string;
  /** @default task, seed, and whatever else varies within a side */
  readonly pair?: readonly Place[];
  readonly margin?: number;
  readonly level: number;
  readonly alpha: number;
  readonly seed: number;
}

/** Two selections to compare. */
export interface Asked {
  readonly label?: string;
  readonly a: Selector;
  readonly b: Selector;
}

/** What a contrast is before its family adjusts it. */
export type RawContrast = Omit<Contrast, 'pAdjusted' | 'reading'>;

/** Fewer draws than this are no interval; no comparison of ours has so many pairs. */
const FEWEST_RESAMPLES = 1000;

interface Graded extends Pair {
  readonly gradeA: number | undefined;
  readonly gradeB: number | undefined;
}

/** Pairs by what became of their two runs. */
interface Split {
  readonly both: readonly (Graded & { readonly gradeA: number; readonly gradeB: number })[];
  readonly open: readonly Graded[];
  readonly excluded: number;
}

function split(table: ScoreTable, scores: Float64Array, pairs: readonly Pair[]): Split {
  const taken = (run: number): boolean => table.state(run) === 'excluded';
  const graded = pairs
    .filter(({ a, b }) => !(taken(a) || taken(b)))
    .map((pair) => ({
      ...pair,
      gradeA: gradeOf(table, scores, pair.a),
      gradeB: gradeOf(table, scores, pair.b),
    }));
  return {
    both: graded.flatMap(({ gradeA, gradeB, ...pair }) =>
      gradeA === undefined || gradeB === undefined ? [] : [{ ...pair, gradeA, gradeB }],
    ),
    open: graded.filter(({ gradeA, gradeB }) => gradeA === undefined || gradeB === undefined),
    excluded: pairs.length - graded.length,
  };
}

/** What the unscored could have made of the difference; nothing when a score lies outside [0, 1]. */
function boundsOf({ both, open }: Split): Contrast['bounds'] {
  const all: readonly Graded[] = [...both, ...open];
  const outside = (grade: number | undefined): boolean => grade !== undefined && (grade < 0 || grade > 1);
  if (all.length === 0 || all.some(({ gradeA, gradeB }) => outside(gradeA) || outside(gradeB))) return null;
  const over = (fillA: number, fillB: number): number =>
    mean(all.map(({ gradeA, gradeB }) => (gradeA ?? fillA) - (gradeB ?? fillB)));
  return { least: over(0, 1), most: over(1, 0), asFailed: over(0, 0) };
}

function sideOf(
  table: ScoreTable,
  scores: Float64Array,
  runs: Runs,
  selector: Selector,
): { readonly side: Contrast['a']; readonly values: readonly number[] } {
  const values = runs.flatMap((run) => gradeOf(table, scores, run) ?? []);
  return {
    values,
    side: {
      label: selectorLabel(selector),
      key: selector as Readonly<Record<string, string>>,
      ledger: ledgerOfRuns(table, scores, runs),
      n: values.length,
      mean: values.length === 0 ? null : mean(values),
      worst: values.length === 0 ? null : worst(values),
    },
  };
}

/** Axes that nobody named, on which the sides differ all the same: a difference of scores may be theirs. */
function confounded(
  table: ScoreTable,
  a: Runs,
  b: Runs,
  { axes }: Pairing,
  asked: Asked,
): Contrast['alsoDiffers'] {
  return AXES.filter((axis) => !axes.includes(axis) && !(axis in asked.a || axis in asked.b)).flatMap(
    (axis) => {
      const [own, theirs] = [wordsAmong(table, axis, a), wordsAmong(table, axis, b)];
      return own.join('\n') === theirs.join('\n') ? [] : [{ axis, a: own, b: theirs }];
    },
  );
}

type Tested = Pick<
  RawContrast,
  'effect' | 'compat' | 'paired' | 'byTask' | 'improvement' | 'equivalence' | 'detectable' | 'p'
>;

const NOTHING_TESTED: Tested = {
  effect: null,
  compat: null,
  paired: null,
  byTask: null,
  improvement: null,
  equivalence: null,
  detectable: null,
  p: null,
};

function test(table: ScoreTable, { both }: Split, { level, alpha, margin, seed }: ContrastSettings): Tested {
  if (both.length === 0) return NOTHING_TESTED;
  const [a, b] = [both.map(({ gradeA }) => gradeA), both.map(({ gradeB }) => gradeB)];
  const d = differences(a, b);
  const tasks = both.map((pair) => table.word('task', pair.a));
  const places = new Map<string, number[]>();
  for (const [at, task] of tasks.entries()) {
    const own = places.get(task);
    if (own) own.push(at);
    else places.set(task, [at]);
  }
  const byTask = [...places.values()].map((at) => mean(at.map((place) => d[place] as number)));
  const resamples = Math.max(FEWEST_RESAMPLES, affordableResamples(d.length));
  const effect = pairedEffect(d, { mode: 'recommended', level, seed, resamples });
  return {
    effect,
    compat: pairedEffect(d, { mode: 'compat', level, seed }),
    paired: comparePaired(a, b, tasks, level),
    byTask:
      places.size < 2
        ? null
        : {
            tasks: places.size,
            test: signFlipTest(byTask, { seed }),
            equivalence: margin === undefined ? null : equivalenceTest(byTask, margin, alpha),
          },
    improvement: {
      probability: probabilityOfImprovement(
        [...places.values()].map((at) => ({
          x: at.map((place) => a[place] as number),
          y: at.map((place) => b[place] as number),
        })),
      ),
      tasks: places.size,
    },
    equivalence: margin === undefined ? null : equivalenceTest(d, margin, alpha),
    detectable: detectableEffect(byTask, d, alpha),
    p: effect.test.p,
  };
}

/** Whether the unscored pairs leave the sign of the difference open. */
function isOpen(effect: Tested['effect'], bounds: Contrast['bounds']): boolean {
  return effect !== null && bounds !== null && effect.effect !== 0 && bounds.least <= 0 && bounds.most >= 0;
}

function cautionsOf(
  tested: Tested,
  { pairing, alsoDiffers, bounds }: Pick<RawContrast, 'pairing' | 'alsoDiffers' | 'bounds'>,
): readonly string[] {
  const { effect, byTask, equivalence } = tested;
  const partnerless = pairing.onlyA + pairing.onlyB;
  return [
    ...alsoDiffers.map(
      ({ axis, a, b }) =>
        `the sides differ in ${axis} too (${a.join(', ') || 'none'} against ${b.join(', ') || 'none'}): the difference may be due to that`,
    ),
    ...(effect ? [effect.interval.caution, effect.test.caution] : []),
    byTask?.test.caution ? `over tasks: ${byTask.test.caution}` : null,
    pairing.tasks === 1 ? 'one task: nothing is said about other tasks' : null,
    equivalence?.caution ?? null,
    pairing.unscored > 0 && isOpen(effect, bounds)
      ? 'the unscored episodes could turn the order of the two round'
      : null,
    partnerless > 0 ? `${partnerless} runs have no partner and are not compared` : null,
  ].filter((caution) => caution !== null);
}

/**
 * One paired contrast, a minus b.
 *
 * @throws MeasurandError `nothing-selected`, `ambiguous-pair`, `no-pairs`, and what the statistics refuse
 */
export function contrastOf(table: ScoreTable, asked: Asked, settings: ContrastSettings): RawContrast {
  const scores = table.scores(settings.scorer);
  const runs = { a: select(table, asked.a, 'a'), b: select(table, asked.b, 'b') };
  const found = pairUp({ table, ...runs }, settings.pair);
  const parts = split(table, scores, found.pairs);
  const [a, b] = [sideOf(table, scores, runs.a, asked.a), sideOf(table, scores, runs.b, asked.b)];
  const pairing = {
    axes: found.axes,
    pairs: parts.both.length,
    unscored: parts.open.length,
    excluded: parts.excluded,
    onlyA: found.onlyA,
    onlyB: found.onlyB,
    tasks: partition(
      table,
      parts.both.map((pair) => pair.a),
      ['task'],
    ).length,
  };
  const tested = test(table, parts, settings);
  const bounds = boundsOf(parts);
  const alsoDiffers = confounded(table, runs.a, runs.b, found, asked);
  const paired = { a: parts.both.map(({ gradeA }) => gradeA), b: parts.both.map(({ gradeB }) => gradeB) };
  return {
    label: asked.label ?? `${a.side.label} − ${b.side.label}`,
    a: a.side,
    b: b.side,
    pairing,
    alsoDiffers,
    ...tested,
    bounds,
    minima: parts.both.length === 0 ? null : minimaOf({ a: a.values, b: b.values }, paired),
    cautions: cautionsOf(tested, { pairing, alsoDiffers, bounds }),
  };
}

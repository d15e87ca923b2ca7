import type { Contrast } from '../../report/study/document.ts';
import { differences } from '../../stats/cliffs.ts';
import { pairedEffect } from '../../stats/effect.ts';
import { equivalenceTest } from '../../stats/equivalence.ts';
import { probabilityOfImprovement } from '../../stats/improvement.ts';
import { LARGE_SAMPLE } from '../../stats/large-sample.ts';
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

/** Pairs by what became of their two runs. */
interface Split {
  /** Runs of a whose pair has two grades, and those grades, in one order. */
  readonly runs: readonly number[];
  readonly a: readonly number[];
  readonly b: readonly number[];
  /** Pairs of which a grade is missing. */
  readonly open: readonly { readonly a: number | undefined; readonly b: number | undefined }[];
  readonly excluded: number;
}

function split(table: ScoreTable, scores: Float64Array, pairs: readonly Pair[]): Split {
  const parts = {
    runs: [] as number[],
    a: [] as number[],
    b: [] as number[],
    open: [] as Split['open'][number][],
  };
  let excluded = 0;
  for (const pair of pairs) {
    if (table.state(pair.a) === 'excluded' || table.state(pair.b) === 'excluded') {
      excluded += 1;
      continue;
    }
    const [a, b] = [gradeOf(table, scores, pair.a), gradeOf(table, scores, pair.b)];
    if (a === undefined || b === undefined) {
      parts.open.push({ a, b });
      continue;
    }
    parts.runs.push(pair.a);
    parts.a.push(a);
    parts.b.push(b);
  }
  return { ...parts, excluded };
}

/** What the unscored could have made of the difference; nothing when a score lies outside [0, 1]. */
function boundsOf({ a, b, open }: Split): Contrast['bounds'] {
  const outside = (grade: number | undefined): boolean => grade !== undefined && (grade < 0 || grade > 1);
  if (a.length + open.length === 0 || a.some(outside) || b.some(outside)) return null;
  if (open.some((pair) => outside(pair.a) || outside(pair.b))) return null;
  const known = a.map((grade, at) => grade - (b[at] as number));
  const over = (fillA: number, fillB: number): number =>
    mean([...known, ...open.map((pair) => (pair.a ?? fillA) - (pair.b ?? fillB))]);
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

function test(table: ScoreTable, parts: Split, { level, alpha, margin, seed }: ContrastSettings): Tested {
  const { runs, a, b } = parts;
  if (runs.length === 0) return NOTHING_TESTED;
  const d = differences(a, b);
  const tasks = runs.map((run) => table.word('task', run));
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
    compat: d.length > LARGE_SAMPLE ? null : pairedEffect(d, { mode: 'compat', level, seed }),
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
    pairs: parts.runs.length,
    unscored: parts.open.length,
    excluded: parts.excluded,
    onlyA: found.onlyA,
    onlyB: found.onlyB,
    tasks: partition(table, parts.runs, ['task']).length,
  };
  const tested = test(table, parts, settings);
  const bounds = boundsOf(parts);
  const alsoDiffers = confounded(table, runs.a, runs.b, found, asked);
  return {
    label: asked.label ?? `${a.side.label} − ${b.side.label}`,
    a: a.side,
    b: b.side,
    pairing,
    alsoDiffers,
    ...tested,
    bounds,
    minima: parts.runs.length === 0 ? null : minimaOf({ a: a.values, b: b.values }, parts),
    cautions: cautionsOf(tested, { pairing, alsoDiffers, bounds }),
  };
}

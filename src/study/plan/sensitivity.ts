import { trinomialPower } from '../../stats/power.ts';
import { minimumDetectableEffect } from '../../stats/sample-size.ts';
import type { PairedGroup } from '../declared/select.ts';

/**
 * Chances of a pair rising and falling in the reference model of the paper's power study (statistics specification
 * §2.7). The study's own figures come from an outcome model that is not printed.
 */
export const REFERENCE_REGIMES = {
  null: { up: 0.37, down: 0.37 },
  small: { up: 0.46, down: 0.27 },
  medium: { up: 0.5, down: 0.19 },
  large: { up: 0.78, down: 0.05 },
} as const;
export type Regime = keyof typeof REFERENCE_REGIMES;

/** What one planned comparison can find. */
export interface Sensitivity {
  readonly key: string;
  readonly label: string;
  /** Units that are exchanged under the null: pairs, or tasks. */
  readonly n: number;
  readonly unit: 'pair' | 'task';
  readonly pairs: number;
  readonly tasks: number;
  readonly family: string | null;
  /** Comparisons in its family; 1 without a family. */
  readonly places: number;
  /** The smallest two-sided p that so many units can give, and after Holm's first step. */
  readonly smallestP: number;
  readonly smallestAdjusted: number;
  /** Smallest true difference found with power 0.8 at alpha 0.05. */
  readonly detectable: { readonly effect: number | null; readonly basis: string };
  /** Exact power of the rule "the 95 % bootstrap interval excludes 0"; null without units. */
  readonly power: {
    /** Units that it is computed for: no more than the exact sum covers. */
    readonly n: number;
    /** Under what the study assumes; null when it assumes no shares. */
    readonly assumed: number | null;
    readonly reference: Readonly<Record<Regime, number>>;
  } | null;
}

/** Beyond it the exact sum takes seconds. */
const MOST_EXACT = 100;
/** A difference of two scores in [0, 1] has no larger variance. */
const WIDEST = 1;

const POWERS = new Map<string, number>();

function powerOf(effect: { readonly up: number; readonly down: number }, n: number): number {
  const key = `${effect.up} ${effect.down} ${n}`;
  const known = POWERS.get(key);
  if (known !== undefined) return known;
  const power = trinomialPower(effect, n);
  POWERS.set(key, power);
  return power;
}

function powersOf(n: number, assume: PairedGroup['statistic']['assume']): Sensitivity['power'] {
  if (n === 0) return null;
  const exact = Math.min(n, MOST_EXACT);
  const regimes = Object.entries(REFERENCE_REGIMES).map(([name, effect]) => [name, powerOf(effect, exact)]);
  const { up, down } = assume ?? {};
  const assumed =
    up === undefined && down === undefined ? null : powerOf({ up: up ?? 0, down: down ?? 0 }, exact);
  return { n: exact, assumed, reference: Object.fromEntries(regimes) as Record<Regime, number> };
}

function detectableOf(tasks: number, pairs: number, assume: PairedGroup['statistic']['assume']) {
  if (pairs === 0) return { effect: null, basis: 'no pair' };
  const { betweenTasks, withinTask } = assume ?? {};
  if (betweenTasks === undefined && withinTask === undefined) {
    const { effect } = minimumDetectableEffect(pairs, { omega2: WIDEST });
    return { effect, basis: 'the widest spread that scores in [0, 1] allow, pairs independent' };
  }
  const seeds = Math.max(1, Math.floor(pairs / tasks));
  const within = withinTask ?? 0;
  const { effect } = minimumDetectableEffect(tasks, {
    ...{ omega2: betweenTasks ?? 0, sigma2A: within, sigma2B: within },
    ...{ kA: seeds, kB: seeds },
  });
  return { effect, basis: `the declared variances, ${tasks} tasks of ${seeds} pairs` };
}

/** What a planned comparison can find: by enumeration for p, exactly for power, by the normal formula for the effect. */
export function sensitivityOf(
  { statistic, key, label, pairs }: PairedGroup,
  families: Readonly<Record<string, number>>,
): Sensitivity {
  const { unit = 'pair', family = null, assume } = statistic;
  const tasks = new Set(pairs.map(({ task }) => task)).size;
  const n = unit === 'pair' ? pairs.length : tasks;
  const places = family === null ? 1 : (families[family] ?? 1);
  const smallestP = n === 0 ? 1 : 2 / 2 ** n;
  return {
    ...{ key, label, n, unit, pairs: pairs.length, tasks, family, places, smallestP },
    smallestAdjusted: Math.min(1, smallestP * places),
    detectable: detectableOf(tasks, pairs.length, assume),
    power: powersOf(n, assume),
  };
}

import { bcaPower, type PowerOf } from '../../stats/bca-power.ts';
import { BCA_FROM } from '../../stats/bootstrap.ts';
import { trinomialPower } from '../../stats/power.ts';
import { minimumDetectableEffect } from '../../stats/sample-size.ts';
import type { Stopping } from '../declaration/inference-schema.ts';
import type { PairedGroup } from '../declared/select.ts';
import { sequenceAt } from '../declared/sequence.ts';

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
export const REGIMES = [
  'null',
  'small',
  'medium',
  'large',
] as const satisfies (keyof typeof REFERENCE_REGIMES)[];
export type Regime = (typeof REGIMES)[number];

/** What one planned comparison can find. */
export interface Sensitivity {
  readonly key: string;
  readonly label: string;
  /** Units that are exchanged under the null: pairs, or tasks. Under an anytime-valid rule, pairs at the last look. */
  readonly n: number;
  readonly unit: 'pair' | 'task';
  readonly pairs: number;
  readonly tasks: number;
  readonly family: string | null;
  /** Comparisons in its family; 1 without a family. */
  readonly places: number;
  /** The smallest two-sided p that so many units can give, and after Holm's first step over its whole family. */
  readonly smallestP: number;
  readonly smallestAdjusted: number;
  /** Smallest true difference found with power 0.8 at alpha 0.05. */
  readonly detectable: { readonly effect: number | null; readonly basis: string };
  /** What the last look of an anytime-valid rule can tell from zero; null under a fixed one. */
  readonly sequence: { readonly alpha: number; readonly halfWidth: number } | null;
  /**
   * Exact power of the rule "the 95 % bootstrap interval excludes 0", with the interval that the declared mode draws at so
   * many units; null without units, and under another rule.
   */
  readonly power: {
    readonly interval: 'percentile' | 'bca';
    /** Units that it is computed for: no more than the exact sum covers. */
    readonly n: number;
    /** Under what the study assumes; null when it assumes no shares. */
    readonly assumed: number | null;
    readonly reference: Readonly<Record<Regime, number>>;
  } | null;
}

/** Beyond it the exact sum takes seconds. */
const MOST_EXACT = 100;
/** Units up to which the sign-flip test enumerates; from more it draws, and may meet so few that differ. */
const MOST_ENUMERATED = 20;
/** A difference of two scores in [0, 1] has no larger variance. */
const WIDEST = 1;

const RULES = new Map<string, PowerOf>();

function ruleOf(interval: 'percentile' | 'bca', n: number): PowerOf {
  const key = `${interval} ${n}`;
  const rule = RULES.get(key) ?? (interval === 'bca' ? bcaPower(n) : (effect) => trinomialPower(effect, n));
  RULES.set(key, rule);
  return rule;
}

function powersOf(
  n: number,
  { assume, mode = 'recommended' }: PairedGroup['statistic'],
): Sensitivity['power'] {
  if (n === 0) return null;
  const exact = Math.min(n, MOST_EXACT);
  const interval = mode === 'recommended' && n >= BCA_FROM ? 'bca' : 'percentile';
  const powerOf = ruleOf(interval, exact);
  const reference = Object.fromEntries(REGIMES.map((name) => [name, powerOf(REFERENCE_REGIMES[name])]));
  const { up, down } = assume ?? {};
  const assumed = up === undefined && down === undefined ? null : powerOf({ up: up ?? 0, down: down ?? 0 });
  return { interval, n: exact, assumed, reference: reference as Record<Regime, number> };
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

/** Two-sided: every sign as observed, or every sign turned. */
const smallestSignFlip = (n: number): number => (n === 0 ? 1 : 2 / 2 ** Math.min(n, MOST_ENUMERATED));

/**
 * What a planned comparison can find: by enumeration for p, exactly for power, by the normal formula for the effect; under
 * an anytime-valid rule by the width of its sequence at the last look.
 */
export function sensitivityOf(
  { statistic, key, label, pairs }: PairedGroup,
  families: Readonly<Record<string, number>>,
  stopping: Stopping,
): Sensitivity {
  const { unit = 'pair', family = null, assume } = statistic;
  const tasks = new Set(pairs.map(({ task }) => task)).size;
  const n = unit === 'pair' ? pairs.length : tasks;
  const places = family === null ? 1 : (families[family] ?? 1);
  const shared = { key, label, n, unit, pairs: pairs.length, tasks, family, places };
  const afterHolm = (p: number): number => Math.min(1, p * places);
  if (stopping.rule === 'anytime' && n > 0) {
    const { alpha, halfWidth, pAt } = sequenceAt(n, stopping);
    const smallestP = pAt(WIDEST);
    return {
      ...{ ...shared, smallestP, smallestAdjusted: afterHolm(smallestP) },
      detectable: { effect: halfWidth, basis: 'the width of the sequence at the last look' },
      ...{ sequence: { alpha, halfWidth }, power: null },
    };
  }
  const smallestP = smallestSignFlip(n);
  return {
    ...{ ...shared, smallestP, smallestAdjusted: afterHolm(smallestP) },
    detectable: detectableOf(tasks, pairs.length, assume),
    ...{ sequence: null, power: powersOf(n, statistic) },
  };
}

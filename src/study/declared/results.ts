import type { EquivalenceVerdict } from '../../stats/equivalence.ts';
import type { Mode } from '../../stats/result.ts';
import type { Levels } from './select.ts';

/** Whether a result was declared, and frozen, before its episodes ran. */
export type Standing = 'confirmatory' | 'exploratory';

/** A mean difference between two levels of one factor, over pairs. Numbers are null where there is no scored pair. */
export interface PairedResult {
  readonly statistic: string;
  readonly key: string;
  readonly label: string;
  readonly levels: Levels;
  readonly scorer: string;
  readonly a: string;
  readonly b: string;
  /** Pairs planned, and those of them in which both episodes have a score. */
  readonly planned: number;
  readonly n: number;
  /** Mean of a minus b. */
  readonly delta: number | null;
  /** 95 % interval; under an anytime-valid stopping rule the sequence's. */
  readonly lo: number | null;
  readonly hi: number | null;
  readonly p: number | null;
  readonly method: string;
  readonly mode: Mode;
  /** Seed of the resampling, and how many resamples; null where nothing was drawn. */
  readonly seed: number | string | null;
  readonly resamples: number | null;
  /** Within-pair Cliff's delta. */
  readonly cliffs: number | null;
  /** The difference if every unscored episode counted against a, and for a. Pairs that a stopping rule took out do not. */
  readonly least: number | null;
  readonly most: number | null;
  /** With its error clustered by task; null with one task, and under an anytime-valid rule. */
  readonly clustered: { readonly tasks: number; readonly lo: number; readonly hi: number } | null;
  readonly equivalence: {
    readonly margin: number;
    /** Of two one-sided tests; null where the verdict is read off a sequence. */
    readonly p: number | null;
    readonly verdict: EquivalenceVerdict;
  } | null;
  readonly family: string | null;
  /** After Holm over a confirmatory family, after Benjamini and Hochberg over an exploratory one. */
  readonly pAdjusted: number | null;
  readonly adjustment: 'holm' | 'benjamini-hochberg' | 'none';
  readonly standing: Standing;
  /** What a reader must know before using the result. */
  readonly cautions: readonly string[];
}

/** Mean, interval, worst and tail of some episodes. */
export interface SummaryResult {
  readonly statistic: string;
  readonly key: string;
  readonly label: string;
  readonly levels: Levels;
  readonly scorer: string;
  readonly planned: number;
  readonly n: number;
  readonly mean: number | null;
  readonly lo: number | null;
  readonly hi: number | null;
  readonly worst: number | null;
  /** CVaR at 0.2. */
  readonly cvar: number | null;
  /** Reliability at 0.9. */
  readonly reliability: number | null;
  readonly mode: Mode;
  readonly standing: 'exploratory';
}

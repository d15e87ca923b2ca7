import type { EpisodeCoordinates, EpisodeRecord, EpisodeState, Seed } from '../core/contracts/index.ts';

/** Where a figure comes from: measured by the episodes of this study, or quoted from the paper. */
export type FigureOrigin = 'executed' | 'quoted';

/** An effect with its interval, as a forest plot shows it. */
export interface EffectRow {
  readonly label: string;
  readonly origin: FigureOrigin;
  /** Pairs behind the effect. */
  readonly n: number;
  readonly delta: number;
  /** Ends of the 95 % interval. */
  readonly lo: number;
  readonly hi: number;
  readonly p: number;
  /** After Holm over the study's declared family; null for a single test and where none was printed. */
  readonly pHolm: number | null;
  /** In a declared study: whether it was frozen before its episodes ran. Absent where nothing can be registered. */
  readonly standing?: 'confirmatory' | 'exploratory';
}

export interface StudyCurvePoint {
  readonly x: number;
  readonly y: number;
  /** Ends of the 95 % interval; null where none is known. */
  readonly lo: number | null;
  readonly hi: number | null;
  /** Observations behind the point. */
  readonly n: number;
}

export interface StudyCurve {
  readonly label: string;
  readonly origin: FigureOrigin;
  readonly points: readonly StudyCurvePoint[];
}

/** Curves over one pair of axes; `x` and `y` are axis titles. */
export interface StudyCurvePlot {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly curves: readonly StudyCurve[];
}

/** One line of a study's result table. A number that does not apply, or that is not known, is null. */
export interface StudyTableRow {
  readonly label: string;
  readonly origin: FigureOrigin;
  readonly numbers: Readonly<Record<string, number | null>>;
}

/** Lines that share their columns. */
export interface StudyTable {
  readonly title: string;
  /** Keys of `numbers`, in display order. */
  readonly columns: readonly { readonly key: string; readonly title: string }[];
  readonly rows: readonly StudyTableRow[];
}

/** A figure of the paper beside the one measured here, which replicates it and is no recomputation of it. */
export interface PaperComparison {
  readonly label: string;
  readonly ours: number;
  readonly paper: number;
  /** As printed, sign and interval included. */
  readonly printed: string;
  /** Table or section of the paper. */
  readonly source: string;
}

/** Something that the paper's text says of its experiment, and whether these episodes show it: computed, never assumed. */
export interface StudyStatement {
  readonly id: string;
  readonly text: string;
  readonly holds: boolean;
  /** The numbers that decide it, by name. */
  readonly numbers: Readonly<Record<string, number>>;
}

/** Every planned episode by its one final state; the states always add up to `planned` (DESIGN §6). */
export interface StudyDenominator {
  readonly planned: number;
  readonly states: Readonly<Record<EpisodeState, number>>;
}

/** What a study concludes: plain numbers, no layout. Equal records give an equal analysis, in any order of records. */
export interface StudyAnalysis {
  readonly format: 'measurand.study-analysis/1';
  readonly study: string;
  readonly title: string;
  readonly denominator: StudyDenominator;
  readonly forest: readonly EffectRow[];
  readonly curves: readonly StudyCurvePlot[];
  readonly tables: readonly StudyTable[];
  readonly comparisons: readonly PaperComparison[];
  readonly statements: readonly StudyStatement[];
  /** Sentences that must stand beside the numbers, in order. */
  readonly notes: readonly string[];
}

export interface StudyOptions {
  /** Model ids. @default the study's own `models` */
  readonly models?: readonly string[];
  /** @default the study's own `seeds` */
  readonly seeds?: readonly Seed[];
}

/**
 * A study that ships with Measurand: a declared grid and the analysis that was declared with it.
 *
 * `cells` is the plan: one set of coordinates for each episode, whose `settings` are exactly the `settings` of the task
 * that has to be opened. `analyse` wants one record for each planned cell, `missing` ones included.
 */
export interface BuiltInStudy {
  /** The bare name in `measurand run NAME`. */
  readonly id: string;
  readonly title: string;
  /** What is varied, what is held fixed and what is read off, in a sentence or two. */
  readonly description: string;
  /** Models that take part when none are named. */
  readonly models: readonly string[];
  /** Seeds that are run when none are named. */
  readonly seeds: readonly Seed[];
  /** Scorer ids to apply to every episode. */
  readonly scorers: readonly string[];
  cells(options?: StudyOptions): readonly EpisodeCoordinates[];
  /**
   * @throws MeasurandError `incomplete-ledger` when a planned episode has no record, `duplicate-episode` when it has two,
   * `foreign-episode` for a record of another study, `missing-score` for a scored episode without the study's scorer
   */
  analyse(records: readonly EpisodeRecord[]): StudyAnalysis;
}

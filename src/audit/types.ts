import type { Level, Owner, ScorerKind } from '../core/contracts/index.ts';

export const VERDICTS = ['pass', 'fail', 'not-probed'] as const;
/** `not-probed` is a value in its own right: never shown, stored or counted as a pass. */
export type Verdict = (typeof VERDICTS)[number];

/** Card items in the order in which a card shows them. */
export const CARD_ITEMS = [
  'ownership',
  'criterion',
  'null-floor',
  'trace-preference',
  'non-degeneracy',
  'interface-floor',
  'joint-intervention',
  'reliability',
  'seed-sensitivity',
  'fault-witness',
  'reachability',
  'inert-settings',
  'replay',
  'visible-recall',
] as const;
export type CardItemId = (typeof CARD_ITEMS)[number];

/** Row titles as a person reads them; the first eight are the paper's Table A4. */
export const CARD_ITEM_TITLES: Readonly<Record<CardItemId, string>> = {
  ownership: 'Model-sensitive ownership',
  criterion: 'Criterion-aligned scorer',
  'null-floor': 'Null floor',
  'trace-preference': 'Trace preference',
  'non-degeneracy': 'Decision non-degeneracy',
  'interface-floor': 'Interface floor',
  'joint-intervention': 'Joint intervention',
  reliability: 'Reliability reporting',
  'seed-sensitivity': 'Seed sensitivity',
  'fault-witness': 'Fault witness',
  reachability: 'Truth reachable',
  'inert-settings': 'No inert setting',
  replay: 'Replay',
  'visible-recall': 'Visible recall',
};

/**
 * Where a piece of evidence comes from: run here, run here with parts of the benchmark stood in for, recomputed from
 * printed raw rows, or quoted. Quoted never earns a pass.
 */
export type EvidenceOrigin = 'executed' | 'executed with stubs' | 'recomputed' | 'quoted';

/** A figure in a sentence, bound to the number that it shows. */
export interface Figure {
  /** Start and end offsets of the figure in the text. */
  readonly at: readonly [number, number];
  /** Dotted path into the audit document. */
  readonly path: string;
  /** How the number is written: decimal places, or `integer`, `percent:0`, `signed:3`, `word` (spelled out). */
  readonly rounding: string;
}

/** A sentence whose every figure is bound; anything else is refused by the number guard. */
export interface Claim {
  readonly text: string;
  readonly figures: readonly Figure[];
}

export interface Evidence extends Claim {
  /** Unique within the audit document, usable as an HTML anchor. */
  readonly id: string;
  readonly origin: EvidenceOrigin;
  /** Dotted path into the audit document where the measurement stands in full. */
  readonly path: string;
  /** For quoted and recomputed evidence: the table, figure or section; for executed: how to run it again. */
  readonly source: string;
}

export interface CardItem {
  readonly verdict: Verdict;
  readonly summary: string;
  readonly figures: readonly Figure[];
  /** Such as `est. only`; never a verdict. */
  readonly annotation?: string;
  readonly evidence: readonly Evidence[];
}

export interface Card {
  readonly format: 'measurand.card/1';
  /** `profile/level/scorer`, such as `as-published/L0/shape-judge`. */
  readonly id: string;
  readonly target: string;
  readonly profile: string;
  /** `none`: a released scorer by itself, at no level of scaffolding. */
  readonly level: Level | 'none';
  readonly scorer: string;
  readonly scorerKind: ScorerKind;
  readonly headline: boolean;
  readonly items: Readonly<Record<CardItemId, CardItem>>;
  /** What a score of this cell may be read as, by this project's licence table (DESIGN §7). */
  readonly licensed: string;
  /** What the paper's own lattice would license on the same findings. */
  readonly licensedByPaper: string;
  /** Why the two differ; empty when they agree. */
  readonly disagreement: string;
  readonly forbidden: string;
  readonly overall: string;
  /** D_claimed minus the decisions that the model was seen to own. */
  readonly missingDecisions: readonly string[];
  /** What to do about it. */
  readonly repair: string;
  readonly notProbed: readonly CardItemId[];
}

/** Descriptive statistics of one set of runs; `ci` is the percentile bootstrap of the mean. */
export interface Spread {
  readonly n: number;
  readonly mean: number;
  readonly std: number;
  readonly worst: number;
  readonly best: number;
  readonly cvar: number;
  /** Reliability at 0.9 and at 0.5. */
  readonly reliability90: number;
  readonly reliability50: number;
  readonly gap: number;
  readonly quartiles: readonly [number, number, number];
  readonly ci: readonly [number, number];
}

export interface SpectrumRow extends Spread {
  readonly model: string;
}

/** The reliability spectrum: one row a model, runs pooled over the tasks named. */
export interface Spectrum {
  readonly origin: EvidenceOrigin;
  readonly title: string;
  readonly level: Level;
  readonly scorer: string;
  readonly tasks: readonly string[];
  readonly seeds: number;
  readonly rows: readonly SpectrumRow[];
}

export interface JointRow {
  readonly model: string;
  /** Mean over seeds of each scorer at each level, in [0, 1]. */
  readonly L0: { readonly shipped: number; readonly truth: number };
  readonly L2: { readonly shipped: number; readonly truth: number };
}

/** How one cell orders the model pairs that L2 × truth separates, and how many that it ties the cell tells apart. */
export interface PairOrder {
  readonly concordant: number;
  readonly discordant: number;
  readonly tied: number;
  /** Pairs of equal truth that the cell separates all the same: it grades something else. */
  readonly invented: number;
}

/** One value for each cell of the 2×2. */
export interface TwoByTwo<T> {
  readonly L0: { readonly shipped: T; readonly truth: T };
  readonly L2: { readonly shipped: T; readonly truth: T };
}

/** The 2×2: harness {L0, L2} × scorer {shipped, truth}, every episode scored by both. */
export interface JointIntervention {
  readonly origin: EvidenceOrigin;
  readonly task: string;
  readonly seeds: number;
  readonly models: number;
  readonly rows: readonly JointRow[];
  /** Largest minus smallest over models, by cell. */
  readonly spread: TwoByTwo<number>;
  /** The same over the models that handed something in at L2, for the shipped scorer. */
  readonly submittingSpread: number;
  readonly submitting: number;
  /** Pairs that L2 × truth separates, and how each cell orders them. */
  readonly separatedPairs: number;
  readonly tiedPairs: number;
  readonly order: TwoByTwo<PairOrder>;
  /** Model pairs whose payload digests agree at L0, of all pairs, by part. */
  readonly pairs: {
    readonly total: number;
    readonly data: number;
    readonly metadata: number;
    readonly log: number;
  };
  readonly masking: string;
}

export interface OwnershipRow {
  readonly scaffold: string;
  readonly decision: string;
  readonly declared: Owner | 'shared';
  /** Recorded decisions by owner, over all episodes run. */
  readonly counts: Readonly<Record<Owner, number>>;
  readonly observed: Owner | 'shared' | 'never-made';
}

/** One submission shape under every scorer. Values in [0, 1]; parts in the judge's points. */
export interface ProbeRow {
  readonly submission: string;
  readonly title: string;
  readonly task: string;
  readonly rows: number;
  readonly judge: number;
  readonly judgeParts: Readonly<Record<string, number>>;
  readonly truthById: number;
  readonly truthByRecord: number;
}

/** One curve with an interval at each point. */
export interface Curve {
  readonly label: string;
  readonly origin: EvidenceOrigin;
  readonly points: readonly {
    readonly x: number;
    readonly y: number;
    readonly lo: number | null;
    readonly hi: number | null;
    readonly n: number;
  }[];
}

export interface CurvePlot {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly curves: readonly Curve[];
}

/** One row of a forest plot: an effect with its interval. */
export interface ForestRow {
  readonly label: string;
  readonly origin: EvidenceOrigin;
  readonly n: number;
  readonly delta: number;
  readonly lo: number;
  readonly hi: number;
  readonly p: number;
  readonly pHolm: number | null;
}

/** One model along L0, L1, L2; `null` where nothing was run or printed. */
export interface ScaffoldingRow {
  readonly model: string;
  readonly origin: EvidenceOrigin;
  readonly L0Judge: number | null;
  readonly L1Coverage: number | null;
  readonly L2Truth: number | null;
}

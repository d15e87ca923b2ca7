import type { BridgeEdit, EditLabel, Isolation } from '../../scorers/bridge/index.ts';
import type { MinimalPair } from '../falsify/search.ts';
import type { JudgeMeasurements } from '../judges/measurements.ts';

/** How one kind of edit fared over every task and place where it applies. */
export interface EditOutcome {
  readonly title: string;
  readonly label: EditLabel;
  readonly group: BridgeEdit['group'];
  readonly tasks: number;
  /** Edited submissions that got a score: the denominator of the next two. */
  readonly tried: number;
  /** Scored as high as the correct submission, less the scorer's resolution. */
  readonly accepted: number;
  readonly preferred: number;
  readonly exceptions: number;
  readonly notProbed: number;
  /** First degrading edit that was accepted, or first equivalent one that was rejected. */
  readonly example: { readonly task: string; readonly place: string } | null;
}

/** Sums over kinds of edit with one label. */
export interface LabelTotals {
  readonly edits: number;
  /** Kinds of edit that the scorer graded otherwise than their label at least once. */
  readonly telling: number;
  readonly tried: number;
  readonly accepted: number;
  readonly rejected: number;
}

/** Requests of the probe that were made again. */
export interface BridgeReplayCheck {
  readonly sampled: number;
  readonly sameProcess: { readonly tried: number; readonly differ: number };
  /** Another process, in reverse order, under another seed of Python's string hash. */
  readonly freshProcess: { readonly tried: number; readonly differ: number };
  /** Correct, worse, correct again: tasks on which the third score is not the first. */
  readonly stateLeak: { readonly tried: number; readonly differ: number };
  readonly example: { readonly task: string; readonly first: string; readonly again: string } | null;
}

export interface BridgeOwnershipMap {
  readonly levels: readonly string[];
  readonly decisions: readonly {
    readonly id: string;
    readonly owner: Readonly<Record<string, string>>;
    readonly evidence: string;
  }[];
  readonly executed: number;
  /** Of the decisions that were executed, those that some level takes from the model. */
  readonly taken: number;
  readonly confirmedBy: string | null;
  /** Where the map was not the target's own: a model read it off the source of a harness, and nobody executed it. */
  readonly proposal?: {
    readonly model: string;
    readonly answeredBy: 'language model' | 'script' | 'program';
    readonly digest: string;
    readonly status: 'proposed' | 'confirmed';
  };
}

/** Stored episodes scored anew: whether the verdict comes out again, and whether the digest does. */
export interface StoredReplay {
  readonly file: string;
  readonly records: number;
  readonly verdicts: { readonly tried: number; readonly same: number };
  readonly hashes: { readonly tried: number; readonly same: number };
  readonly differing: readonly {
    readonly task: string;
    readonly trial: string;
    readonly recorded: number;
    readonly replayed: number | null;
    readonly note: string;
  }[];
}

/** What ran, in what, and with what stood in for. */
export interface BridgeApparatus {
  readonly isolation: Isolation;
  readonly network: string;
  readonly modelCalls: string;
  readonly stubs: readonly string[];
  readonly runtime: { readonly language: string; readonly version: string };
  readonly licence: string;
  readonly provenance: {
    readonly package: string | null;
    readonly version: string | null;
    readonly vcs: string | null;
    readonly commit: string | null;
    readonly dirty: boolean | null;
    readonly tree: string | null;
    readonly files: readonly { readonly path: string; readonly sha256: string; readonly role: string }[];
  };
  readonly restarts: number;
  readonly failures: readonly { readonly method: string; readonly fault: string; readonly message: string }[];
}

/** What the search for worse submissions that score as high found, over all sound tasks. */
export interface BridgeFalsification {
  /** The kind that was declared, or `schema`. */
  readonly submission: string;
  readonly seed: number;
  readonly tasks: number;
  readonly candidates: number;
  /** Worse submissions that got a score, and those that scored as high as the correct one. */
  readonly scored: number;
  readonly hits: number;
  /** Tasks with at least one hit. */
  readonly telling: number;
  /** The smallest pairs, smallest first. */
  readonly pairs: readonly MinimalPair[];
  /** One pair for each undecided edit that the scorer does not see. */
  readonly unseen: readonly MinimalPair[];
}

/** Where there is no oracle: pairs of submissions that say the same and must score the same. */
export interface BridgeMetamorphic {
  readonly tried: number;
  readonly changed: number;
  readonly example: {
    readonly task: string;
    readonly edit: string;
    readonly first: number;
    readonly again: number;
  } | null;
}

/** Test tasks of which an example that the benchmark shows to a model holds the whole solution. */
export interface BridgeLeak {
  readonly displays: number;
  /** Examples that hold at least one. */
  readonly holding: number;
  /** Tasks with a solution that could be held: the denominator of `leaked`. */
  readonly tasks: number;
  readonly leaked: readonly string[];
}

/** Everything that was measured on one released scorer. The card and the report only read it. */
export interface BridgeMeasurements {
  readonly target: {
    readonly name: string;
    readonly variant: string;
    readonly scorerKind: 'shape' | 'outcome' | 'specification' | 'judge';
    readonly submission: string;
    readonly resolution: number;
  };
  readonly tasks: { readonly listed: number; readonly probed: number };
  /** The answers that the benchmark itself holds for correct. */
  readonly correct: {
    readonly tried: number;
    readonly accepted: number;
    /** Tasks whose own answer does not pass; no edit of them is counted. */
    readonly failing: readonly string[];
  };
  /** The canned battery of the paper, apart from the typed catalogue. */
  readonly battery: LabelTotals & {
    readonly tasks: number;
    /** Correct submissions and corrupted ones together, and how many of them were graded otherwise than they deserve. */
    readonly submissions: number;
    readonly deviating: number;
  };
  readonly degrading: LabelTotals;
  readonly twins: LabelTotals;
  readonly kernel: Readonly<Record<string, EditOutcome>>;
  /** Null when no judge was given. */
  readonly judge: JudgeMeasurements | null;
  /** Null when no search was asked for. */
  readonly falsification: BridgeFalsification | null;
  /** Null when there is an oracle, or no edit that says the same. */
  readonly metamorphic: BridgeMetamorphic | null;
  readonly nullFloor: { readonly tried: number; readonly above: number; readonly tasks: readonly string[] };
  readonly replay: BridgeReplayCheck;
  /** Null where the target does not look for it. */
  readonly leak: BridgeLeak | null;
  readonly ownership: BridgeOwnershipMap | null;
  readonly stored: readonly StoredReplay[];
  readonly exceptions: readonly {
    readonly type: string;
    readonly count: number;
    readonly task: string;
    readonly message: string;
  }[];
  readonly notProbed: readonly { readonly what: string; readonly count: number; readonly why: string }[];
  /** Requests to score by what came of them; they add up to `requests`. */
  readonly outcomes: { readonly score: number; readonly exception: number; readonly notProbed: number };
  readonly requests: number;
  readonly modelCalls: number;
  readonly apparatus: BridgeApparatus;
}

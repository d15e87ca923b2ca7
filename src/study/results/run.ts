import type { EpisodeCoordinates, EpisodeState } from '../../core/contracts/index.ts';
import type { LossLedger } from '../../trace/ledger.ts';
import type { CheckId } from './checks/catalogue.ts';

/** What one record alone shows to be wrong. */
export interface Mark {
  readonly check: CheckId;
  /** A sentence without a full stop. */
  readonly what: string;
  /** Path of the field in the record. */
  readonly field?: string;
  /** File that holds the field, where it is not the source; as the record's own file is named. */
  readonly file?: string;
}

export interface LoggedScore {
  readonly scorer: string;
  /** Null where the log holds a score that is no number. */
  readonly value: number | null;
}

/** One run of one task, as somebody else's log tells it. */
export interface LoggedRun {
  /** The source that it was read from, as it was named. */
  readonly source: string;
  /** The file that holds it, as it was named. */
  readonly file: string;
  /** Its name in that file. */
  readonly record: string;
  readonly suite: string;
  readonly task: string;
  /** Epoch, trial or repeat, as the log counts them. */
  readonly trial: number;
  readonly model: string;
  readonly scaffold: string;
  /** What else tells apart runs of our own archives. */
  readonly own?: Pick<EpisodeCoordinates, 'profile' | 'protocol' | 'arm' | 'settings'>;
  readonly state: EpisodeState;
  readonly scores: readonly LoggedScore[];
  readonly error?: { readonly code: string; readonly message: string };
  /** Digest of what was handed in. */
  readonly submission?: string;
  readonly tokens?: { readonly input: number; readonly output: number };
  readonly seconds?: number;
  /** Attempts that failed before this one and were tried again. */
  readonly failedBefore?: number;
  /** Where logs tell when they were written on from one another: what they share, and which came later. */
  readonly lineage?: {
    /** What a log and the log of its retry have in common. */
    readonly of: string;
    /** When its log was begun; later text sorts later. */
    readonly at: string;
    /** The same in a copy of the run in another log. */
    readonly id?: string;
    /** What the attempts counted in `failedBefore` ended by; some of them may stand in the logs that were retried. */
    readonly failures?: readonly string[];
  };
  /** Earlier runs of the same task and trial in logs that this one's log retried; the first comes first. */
  readonly replaced?: readonly LoggedRun[];
  /** What a run that is not scored was still given in the log. */
  readonly scoredAnyway?: readonly LoggedScore[];
  /** The log says that runs which erred are scored, so that it hides nothing. */
  readonly errorsScored?: true;
  readonly marks: readonly Mark[];
}

/** A figure that a log prints of its own runs. */
export interface PublishedFigure {
  readonly file: string;
  readonly scorer: string;
  readonly metric: string;
  readonly value: number;
  /** Where it stands in the file. */
  readonly field: string;
  /** How it was made of the repeats of each task, by a name of `reducerNamed`; of the runs themselves where undefined. */
  readonly reducer?: string;
  /** Set where the figure is a pass^k. */
  readonly passK?: number;
  /** How far it may be off by its rounding, where the value does not show that. */
  readonly rounding?: number;
  /** Runs of another source: of this suite, in sources within this folder, as sources are named. */
  readonly suite?: string;
  readonly folder?: string;
  /** Which of the file's runs it is about, where not all. */
  readonly model?: string;
  readonly scaffold?: string;
}

/** Something about a source that a reader of its results must know. */
export interface ResultProblem {
  readonly code: string;
  readonly what: string;
  readonly record?: string;
  readonly field?: string;
}

/** A source that was read: what it is, and what became of its records. */
export interface ResultSource {
  readonly file: string;
  readonly reader: string;
  readonly version: string | null;
  readonly ledger: LossLedger;
  readonly problems: readonly ResultProblem[];
  readonly problemCount: number;
}

/** A run as a reader gives it; its file is the source's own where none is named. */
export type ReadRun = Omit<LoggedRun, 'source' | 'file' | 'replaced'> & { readonly file?: string };

/** Takes in what a reader finds in one source. Every record is counted once. */
export interface ResultSink {
  /** The source's name, as runs and findings give it. */
  readonly file: string;
  run(run: ReadRun): void;
  /** A record that became no run. `dropped` needs a problem that names it. */
  raw(problem?: ResultProblem): void;
  unpaired(problem: ResultProblem): void;
  dropped(problem: ResultProblem): void;
  problem(problem: ResultProblem): void;
  version(version: string): void;
  /** The ledger of a session file, none of whose records is a run. */
  trace(ledger: LossLedger): void;
  publish(figure: Omit<PublishedFigure, 'file'>): void;
  /** A finding about the source as a whole or about a part that is no run. */
  mark(mark: Mark & { readonly record?: string }): void;
}

/** Reads one form of results. */
export interface ResultReader {
  readonly id: string;
  readonly title: string;
  /** @throws MeasurandError `newer-version`, `unreadable-file`, what opening the source throws */
  read(path: string, sink: ResultSink, signal?: AbortSignal): Promise<void> | void;
}

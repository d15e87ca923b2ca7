import type { JsonValue } from '../../core/json.ts';
import type { Reply, RequestRole } from '../../gateway/contracts.ts';
import type { TraceEvent } from '../../trace/event.ts';
import type { RequestView } from '../../trace/wire/request-view.ts';

/** One request to the model and its answer, as the gateway recorded them. */
export interface Exchange {
  readonly arrival: number;
  /** The user turn of the trial, from 0, during which it arrived. */
  readonly turn: number;
  readonly role: RequestRole;
  /** After interventions: what the model was shown. */
  readonly view: RequestView;
  readonly reply: Reply;
  /** SHA-256 of the body that the harness sent. */
  readonly digest: string;
}

/** Something that a trial's own service or helper program did, in the order in which it was done. */
export interface ServiceEntry {
  readonly index: number;
  readonly service: string;
  readonly event: string;
  readonly data: JsonValue;
}

export interface WorkspaceFile {
  readonly digest: string;
  readonly bytes: number;
  /** Absent for files over the limit or that are not UTF-8. */
  readonly text?: string;
}

export type WorkspaceState = Readonly<Record<string, WorkspaceFile>>;

/** Which of the trial's own processes lived when the table was looked at. */
export interface ProcessCheck {
  /** When: such as `turn 0 ended` or `run ended`. */
  readonly at: string;
  readonly alive: readonly string[];
}

/** How one turn of the harness ended. */
export interface TurnEnd {
  readonly turn: number;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly finalText?: string;
  readonly error?: string;
}

/** What a run did to the world outside the harness. */
export interface Happened {
  readonly before: WorkspaceState;
  readonly after: WorkspaceState;
  readonly processes: readonly ProcessCheck[];
  readonly turns: readonly TurnEnd[];
}

/** Everything that one run of a trial left behind. A source that could not be had is undefined, never empty. */
export interface RunEvidence {
  readonly shown?: readonly Exchange[];
  readonly committed?: readonly ServiceEntry[];
  readonly happened?: Happened;
  readonly persisted?: readonly TraceEvent[];
  /** Ids on the wire of the calls that a script's moves became, by the move's key; empty for live models. */
  readonly moves: Readonly<Record<string, readonly string[]>>;
}
